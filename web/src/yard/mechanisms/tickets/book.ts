import { item, line, aidText } from "../../../lib/aid";
import { page, paragraph, ruleText, type Chapter } from "../../../lib/book";
import type { YardRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<YardRulesetInfo> = {
  pages: ({ numbers }) => [
    page(
      240,
      "setup",
      paragraph("start-tickets", ["CARD-5", "CARD-6", "COM-19"], {
        name: "y-start-tickets",
        values: { count: numbers.start_tickets, keep: numbers.start_keep },
      }),
    ),
    page(
      600,
      "tickets",
      paragraph("ticket-draw", ["CARD-31", "CARD-32", "RUL-71"], {
        name: "y-ticket-draw",
        text: [numbers.draw_keep > 0 ? "y-ticket-draw" : "y-ticket-draw.free"],
        values: { count: numbers.draw_tickets, keep: numbers.draw_keep },
      }),
    ),
    page(610, "tickets", paragraph("ticket-secret", ["CARD-33", "COM-15"], { name: "y-ticket-secret" })),
    page(620, "tickets", paragraph("pass", ["CARD-34", "RUL-70"], { name: "y-pass" })),
  ],
  scoring: () => [
    [ruleText("table.done"), ruleText("table.done_points")],
    [ruleText("table.failed"), ruleText("table.failed_points")],
  ],
  aid: ({ numbers: { draw_tickets: count, draw_keep: keep } }) => [
    line(
      50,
      "turn",
      item(aidText("tickets.title"), aidText(keep > 0 ? "tickets" : "tickets_any", { count, keep })),
    ),
  ],
};
