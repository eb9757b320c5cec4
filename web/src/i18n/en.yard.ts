// English: the texts of the card game's table.

export const yard = {
  "yard.turn": "Your turn: draw cards, place cards or draw tickets",
  "yard.turn_last": "Your last turn of this pass: place cards or draw tickets",
  "yard.second_draw": "Take a second card, or stop",
  "yard.declaration": "Declare the tickets that your cards complete",
  "yard.pass": "Pass {pass} of {passes}",
  "yard.deck_low": "{count, plural, one {# card} other {# cards}} left in the deck",
  "yard.deck_low_spoken":
    "The deck is running out: {count, plural, one {# card is} other {# cards are}} left. After the last one everybody has one more turn.",

  "yard.siding": "Rail yard",
  "yard.siding_of": "{you, select, true {Your rail yard} other {Rail yard of {name}}}",
  "yard.empty": "No rows",
  "yard.empty_own":
    "Rows that you place lie here. When your turn begins, the top card of each row goes face down onto your stack.",
  "yard.row": "{color} row: {cards}",
  "yard.stack": "On the track",
  "yard.stack_of":
    "{you, select, true {Your stack on the track} other {Stack of {name} on the track}}: {count, plural, =0 {no cards} one {# card, face down} other {# cards, face down}}",
  "yard.stack_look": "In your stack",
  "yard.stack_nothing": "nothing",
  "yard.completed": "Tickets completed",
  "yard.tickets_held": "Tickets not yet completed",
  "yard.discard": "Discard pile, {count, plural, =0 {empty} one {# card} other {# cards}}{cards}",
  "yard.discard_short": "Discards",
  "yard.players": "The table",

  "yard.cities": "Big cities",
  "yard.cities_rule": "Most completed tickets of a city win its points.",
  "yard.city": "{city}, {points, plural, one {# point} other {# points}}",
  "yard.city_free": "nobody yet",
  "yard.city_lead":
    "{names} {many, plural, one {leads} other {lead}} with {count, plural, one {# ticket} other {# tickets}}",
  "yard.city_won":
    "{names} {many, plural, one {gets} other {get}} it with {count, plural, one {# ticket} other {# tickets}}",
  "yard.city_none": "nobody gets it",

  "yard.stop": "Stop with one card",
  "yard.hand_pick": "Place {cards}",
  "yard.hand_single": "Place {cards}, only as one of three singles",
  "yard.trio_open": "Three singles",
  "yard.trio_more": "place one card each of three colors",

  "yard.place": "Place {color}",
  "yard.place_do": "Place {count, plural, one {# card} other {# cards}}",
  "yard.place_row": "The row as it will lie: {cards}",
  "yard.place_robs": "This robs {name}: {cards} {count, plural, one {goes} other {go}} to the discard pile.",
  "yard.place_trio": "Or one each of three colors",
  "yard.place_set": "Or a row of one color",
  "yard.more": "More: {what}",
  "yard.fewer": "Fewer: {what}",
  "yard.wilds": "locomotives",
  "yard.colored": "{color} cards",
  "yard.trio": "Place three singles",
  "yard.trio_rule": "One card each of three colors that lie in no rail yard.",
  "yard.trio_do": "{left, plural, =0 {Place three cards} one {Choose # more} other {Choose # more}}",

  "yard.declare_title": "Declare your tickets",
  "yard.declare_last": "Tickets that you do not complete cost you their points.",
  "yard.declare_first": "You keep the others for the second pass.",
  "yard.declare_stack": "Your stack is turned up: {count, plural, one {# card} other {# cards}}",
  "yard.declare_tickets":
    "Which tickets do these cards complete? The best set is proposed. Cards in your hand do not count.",
  "yard.declare_points": "{count, plural, one {# point} other {# points}}",
  "yard.declare_short": "Not enough cards for all of these.",
  "yard.declare_lacking": "cards are lacking for it",
  "yard.declare_do":
    "{count, plural, =0 {Declare no ticket} one {Declare # ticket} other {Declare # tickets}}",
  "yard.declare_best": "Back to the proposal",
  "yard.declare_none": "You have no tickets.",
  "yard.waiting_declared": "You have declared.",

  "yard.scored_title": "First pass scored",
  "yard.scored_again":
    "A second pass begins: the cards are shuffled again, everybody is dealt {count, plural, one {# card} other {# cards}} more. Hands and open tickets stay; nothing is deducted yet.",
  "yard.scored_stack": "Stack",
  "yard.scored_none": "no ticket",
  "yard.scored_on": "On to the second pass",
  "yard.scored_show": "Show what was declared in the first pass",

  "yard.end_lost": "Not done",
  "yard.end_bonus": "Cities",

  "yard.event.stopped": "{you, select, true {You stop} other {{name} stops}} with one card.",
  "yard.event.placed": "{you, select, true {You place} other {{name} places}} {cards}.",
  "yard.event.robbed":
    "{you, select, true {You rob} other {{name} robs}} {mine, select, true {you} other {{victim}}} of {cards}, which {count, plural, one {goes} other {go}} to the discard pile.",
  "yard.event.moved":
    "{count, plural, one {# card moves} other {# cards move}} onto {you, select, true {your stack} other {{name}’s stack}}.",
  "yard.event.moved_known":
    "{cards} {count, plural, one {moves} other {move}} onto {you, select, true {your stack} other {{name}’s stack}}.",
  "yard.event.final_round":
    "The deck is empty: last round, {count, plural, one {# more turn} other {# more turns}}.",
  "yard.event.declaring": "The cards are played. Everybody declares tickets.",
  "yard.event.declared": "{you, select, true {You have declared} other {{name} has declared}}.",
  "yard.event.scored": "Declared: {players}.",
  "yard.event.scored_each":
    "{you, select, true {you} other {{name}}} {count, plural, =0 {no ticket} one {# ticket for {points}} other {# tickets for {points}}}",
  "yard.event.new_pass":
    "Pass {pass} begins with a new deck of {deck, plural, one {# card} other {# cards}}.",
  "yard.event.dealt": "You are dealt {cards}.",
};
