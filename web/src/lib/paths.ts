// The requests of the service, as its OpenAPI description has them: what each wants, and what it answers.
// Made by tools/generated.py from the handlers in src/whistlestop/server; change it there.
import type {
  Accept,
  AccountInfo,
  AchievementLine,
  AddChapter,
  AddNonce,
  Agreement,
  AppInfo,
  Appoint,
  AskFriend,
  BalanceReport,
  BalanceWish,
  BanWish,
  BecomeProgram,
  BeginProvider,
  Block,
  Blocked,
  BoardDraft,
  BoardFiles,
  BoardPlaces,
  BoardReport,
  BoardStanding,
  BoardToKeep,
  BotSummary,
  Branch,
  BroughtBoard,
  ChallengeInfo,
  ChangeChapter,
  ChangeEmail,
  ChangePassword,
  ChangeSeat,
  Chapter,
  ChatAnswer,
  ChooseColor,
  CloseTable,
  ClubForm,
  ClubGame,
  ClubInfo,
  ClubInvitation,
  ClubList,
  CorrectResult,
  CreateLeague,
  CreateTable,
  CreateTournament,
  DeckWish,
  DeclarationAnswer,
  DrawMark,
  Exercise,
  FairPlayAnswer,
  FoundBoard,
  Frames,
  FriendLink,
  FriendsInfo,
  GalleryPage,
  GameLog,
  GiveRole,
  GiveStudyRole,
  Hint,
  HostPage,
  Import,
  Invitation,
  Invite,
  Join,
  Kinds,
  LandOutlines,
  LeagueInfo,
  LeagueList,
  Lesson,
  LessonAnswer,
  ListBoard,
  LiveGames,
  MadeToken,
  MakeChallenge,
  MakeClubLink,
  MakeStudyLink,
  MakeToken,
  Me,
  MetPlayer,
  MovesAhead,
  NewPasskey,
  NewWay,
  NoticesInfo,
  Observed,
  OfferBoard,
  OtherSeat,
  OwnSeat,
  PasskeyAnswer,
  Person,
  Plan,
  PlanMoves,
  Played,
  PlayerPage,
  PlayerReliability,
  ProgramInfo,
  ProgramOffer,
  Proof,
  ProviderAddress,
  ProviderAnswer,
  ProviderInfo,
  PuzzleAnswer,
  PuzzleSet,
  QuickPlay,
  Ranking,
  RateBoard,
  Read,
  ReadOnly,
  Readmit,
  RecentInfo,
  Recover,
  RecoveryCodes,
  RemoveEntry,
  Rename,
  RenameLeague,
  RenamePasskey,
  ReplaceEntry,
  ReportBoard,
  ReportClub,
  ReportMessage,
  ReportPlayer,
  ReportStudy,
  Reset,
  ReviewAnswer,
  RulesetInfo,
  RulesetSummary,
  SharedBoard,
  ShowOnline,
  ShowPage,
  SignIn,
  SignUp,
  Speak,
  StartTable,
  StatusInfo,
  StudyForm,
  StudyInfo,
  StudyInvitation,
  StudyList,
  SuggestedDeck,
  Summary,
  TableInfo,
  TableOptions,
  TableSetup,
  TakeVacation,
  TokenInfo,
  TournamentInfo,
  TournamentList,
  TournamentStep,
  Try,
  TurnOn,
  VacationInfo,
  Verify,
  ViewAnswer,
  Waiting,
  Warn,
  WayWish,
  WriteNote,
} from "./types";

export interface Paths {
  "GET /api/account": {
    answer: AccountInfo;
  };
  "POST /api/account": {
    body: SignUp;
    answer: Me;
  };
  "DELETE /api/account": {
    answer: void;
  };
  "POST /api/session": {
    body: SignIn;
    answer: Me;
  };
  "DELETE /api/session": {
    answer: void;
  };
  "POST /api/session/passkey": {
    body: PasskeyAnswer;
    answer: Me;
  };
  "POST /api/session/passkey/options": {
    answer: Record<string, unknown>;
  };
  "POST /api/session/proof": {
    body: Proof;
    answer: Me;
  };
  "DELETE /api/sessions": {
    answer: void;
  };
  "DELETE /api/sessions/{session}": {
    path: { session: string };
    answer: void;
  };
  "GET /api/account/fair-play": {
    answer: FairPlayAnswer;
  };
  "PUT /api/account/password": {
    body: ChangePassword;
    answer: AccountInfo;
  };
  "PUT /api/account/email": {
    body: ChangeEmail;
    answer: AccountInfo;
  };
  "POST /api/account/passkeys/options": {
    answer: Record<string, unknown>;
  };
  "POST /api/account/passkeys": {
    body: NewPasskey;
    answer: AccountInfo;
  };
  "DELETE /api/account/passkeys/{passkey}": {
    path: { passkey: string };
    answer: AccountInfo;
  };
  "PATCH /api/account/passkeys/{passkey}": {
    path: { passkey: string };
    body: RenamePasskey;
    answer: AccountInfo;
  };
  "POST /api/account/recover": {
    body: Recover;
    answer: void;
  };
  "POST /api/account/reset": {
    body: Reset;
    answer: Me;
  };
  "POST /api/account/verify": {
    body: Verify;
    answer: void;
  };
  "GET /api/clubs": {
    answer: ClubList;
  };
  "POST /api/clubs": {
    body: ClubForm;
    answer: ClubInfo;
  };
  "GET /api/clubs/link/{key}": {
    path: { key: string };
    answer: ClubInvitation;
  };
  "POST /api/clubs/link/{key}": {
    path: { key: string };
    answer: ClubInfo;
  };
  "GET /api/clubs/{club}": {
    path: { club: string };
    answer: ClubInfo;
  };
  "PUT /api/clubs/{club}": {
    path: { club: string };
    body: ClubForm;
    answer: ClubInfo;
  };
  "DELETE /api/clubs/{club}": {
    path: { club: string };
    answer: ClubList;
  };
  "GET /api/clubs/{club}/games": {
    path: { club: string };
    answer: ClubGame[];
  };
  "GET /api/clubs/{club}/chat": {
    path: { club: string };
    answer: ChatAnswer;
  };
  "POST /api/clubs/{club}/join": {
    path: { club: string };
    answer: ClubInfo;
  };
  "DELETE /api/clubs/{club}/join": {
    path: { club: string };
    answer: ClubList;
  };
  "PUT /api/clubs/{club}/members/{player}": {
    path: { club: string; player: string };
    body: GiveRole;
    answer: ClubInfo;
  };
  "DELETE /api/clubs/{club}/members/{player}": {
    path: { club: string; player: string };
    answer: ClubInfo;
  };
  "POST /api/clubs/{club}/boards": {
    path: { club: string };
    body: OfferBoard;
    answer: ClubInfo;
  };
  "DELETE /api/clubs/{club}/boards/{board}": {
    path: { club: string; board: string };
    answer: ClubInfo;
  };
  "POST /api/clubs/{club}/link": {
    path: { club: string };
    body: MakeClubLink;
    answer: ClubInfo;
  };
  "DELETE /api/clubs/{club}/link": {
    path: { club: string };
    answer: ClubInfo;
  };
  "POST /api/clubs/{club}/report": {
    path: { club: string };
    body: ReportClub;
    answer: void;
  };
  "POST /api/account/second-factor/app": {
    answer: AppInfo;
  };
  "PUT /api/account/second-factor": {
    body: TurnOn;
    answer: RecoveryCodes;
  };
  "DELETE /api/account/second-factor": {
    answer: AccountInfo;
  };
  "POST /api/account/recovery-codes": {
    answer: RecoveryCodes;
  };
  "GET /api/friends": {
    answer: FriendsInfo;
  };
  "POST /api/friends": {
    body: AskFriend;
    answer: FriendsInfo;
  };
  "GET /api/friends/met": {
    query?: { table?: string | null };
    answer: MetPlayer[];
  };
  "POST /api/friends/{player}/accept": {
    path: { player: string };
    answer: FriendsInfo;
  };
  "DELETE /api/friends/{player}": {
    path: { player: string };
    answer: FriendsInfo;
  };
  "PUT /api/friends/online": {
    body: ShowOnline;
    answer: FriendsInfo;
  };
  "POST /api/friends/link": {
    answer: FriendsInfo;
  };
  "DELETE /api/friends/link": {
    answer: FriendsInfo;
  };
  "GET /api/friends/link/{key}": {
    path: { key: string };
    answer: FriendLink;
  };
  "POST /api/friends/link/{key}": {
    path: { key: string };
    answer: FriendsInfo;
  };
  "GET /api/waiting": {
    answer: Waiting[];
  };
  "GET /api/games": {
    query?: { before?: string; ruleset?: string; who?: string; result?: "won" | "lost" | "unfinished" | null };
    answer: Played;
  };
  "POST /api/tables/{table}/seats": {
    path: { table: string };
    body: ChangeSeat;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/start": {
    path: { table: string };
    body?: StartTable | null;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/options": {
    path: { table: string };
    body: TableOptions;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/setup": {
    path: { table: string };
    body: TableSetup;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/cancel": {
    path: { table: string };
    answer: TableInfo;
  };
  "POST /api/tables/{table}/host": {
    path: { table: string };
    body: OtherSeat;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/remove": {
    path: { table: string };
    body: OtherSeat;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/readmit": {
    path: { table: string };
    body: Readmit;
    answer: TableInfo;
  };
  "GET /api/tables/{table}/invitations": {
    path: { table: string };
    answer: Invitation[];
  };
  "POST /api/tables/{table}/invitations": {
    path: { table: string };
    body: Invite;
    answer: Invitation;
  };
  "DELETE /api/tables/{table}/invitations/{seat}": {
    path: { table: string; seat: number };
    answer: TableInfo;
  };
  "POST /api/invitations/{key}": {
    path: { key: string };
    body?: Accept | null;
    answer: TableInfo;
  };
  "GET /api/leagues": {
    answer: LeagueList;
  };
  "POST /api/leagues": {
    body: CreateLeague;
    answer: LeagueInfo;
  };
  "GET /api/leagues/{league}": {
    path: { league: string };
    query?: { season?: number | null; division?: number | null };
    answer: LeagueInfo;
  };
  "PUT /api/leagues/{league}": {
    path: { league: string };
    body: RenameLeague;
    answer: LeagueInfo;
  };
  "POST /api/leagues/{league}/join": {
    path: { league: string };
    answer: LeagueInfo;
  };
  "DELETE /api/leagues/{league}/join": {
    path: { league: string };
    answer: LeagueInfo;
  };
  "POST /api/leagues/{league}/close": {
    path: { league: string };
    answer: LeagueInfo;
  };
  "POST /api/tables/{table}/resign": {
    path: { table: string };
    body: OwnSeat;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/return": {
    path: { table: string };
    body: OwnSeat;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/stand-in": {
    path: { table: string };
    body: OtherSeat;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/agree": {
    path: { table: string };
    body: Agreement;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/hints": {
    path: { table: string };
    body: Agreement;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/rematch": {
    path: { table: string };
    answer: TableInfo;
  };
  "GET /api/live": {
    answer: LiveGames;
  };
  "GET /api/open/chat": {
    query?: { language?: "en" | "cs" | "pl" | "ro" | "hu" | "de" | "es" | "fr" | null };
    answer: ChatAnswer;
  };
  "POST /api/quickplay": {
    body: QuickPlay;
    answer: TableInfo;
  };
  "GET /api/tables/{table}/chat": {
    path: { table: string };
    answer: ChatAnswer;
  };
  "POST /api/messages/{message}/report": {
    path: { message: number };
    body: ReportMessage;
    answer: Blocked;
  };
  "POST /api/tables/{table}/report": {
    path: { table: string };
    body: ReportPlayer;
    answer: Blocked;
  };
  "GET /api/blocks": {
    answer: Blocked;
  };
  "POST /api/blocks": {
    body: Block;
    answer: Blocked;
  };
  "GET /api/host": {
    answer: HostPage;
  };
  "POST /api/host/reports/{report}": {
    path: { report: number };
    answer: HostPage;
  };
  "POST /api/host/bans": {
    body: BanWish;
    answer: HostPage;
  };
  "DELETE /api/host/bans/{subject}": {
    path: { subject: string };
    query?: { chat?: boolean };
    answer: HostPage;
  };
  "DELETE /api/host/messages/{message}": {
    path: { message: number };
    answer: HostPage;
  };
  "POST /api/host/warnings": {
    body: Warn;
    answer: HostPage;
  };
  "GET /api/host/people/{user}": {
    path: { user: string };
    answer: Person;
  };
  "GET /api/host/people/{user}/fair-play": {
    path: { user: string };
    answer: FairPlayAnswer;
  };
  "POST /api/host/close": {
    body: CloseTable;
    answer: HostPage;
  };
  "POST /api/host/readonly": {
    body: ReadOnly;
    answer: HostPage;
  };
  "GET /api/notices": {
    answer: NoticesInfo;
  };
  "PATCH /api/notices": {
    body: Speak;
    answer: void;
  };
  "PUT /api/notices/kinds": {
    body: Kinds;
    answer: void;
  };
  "GET /api/notices/recent": {
    answer: RecentInfo;
  };
  "POST /api/notices/read": {
    body: Read;
    answer: void;
  };
  "POST /api/notices/ways": {
    body: WayWish;
    answer: NewWay;
  };
  "DELETE /api/notices/ways/{way}": {
    path: { way: string };
    answer: void;
  };
  "POST /api/notices/ways/{way}/resume": {
    path: { way: string };
    answer: void;
  };
  "POST /api/notices/ways/{way}/test": {
    path: { way: string };
    answer: void;
  };
  "POST /notices/stop/{token}": {
    path: { token: string };
    answer: void;
  };
  "POST /notices/confirm/{token}": {
    path: { token: string };
    answer: void;
  };
  "GET /api/tables/{table}/view": {
    path: { table: string };
    query?: { seat?: number | null };
    answer: ViewAnswer;
  };
  "GET /api/tables/{table}/ahead": {
    path: { table: string };
    query?: { seat?: number | null };
    answer: MovesAhead;
  };
  "PUT /api/tables/{table}/ahead": {
    path: { table: string };
    body: PlanMoves;
    answer: MovesAhead;
  };
  "DELETE /api/tables/{table}/ahead": {
    path: { table: string };
    query?: { seat?: number | null };
    answer: MovesAhead;
  };
  "GET /api/tables/{table}/declaration": {
    path: { table: string };
    query?: { tickets?: string; seat?: number | null };
    answer: DeclarationAnswer;
  };
  "GET /api/tables/{table}/plan": {
    path: { table: string };
    query?: { seat?: number | null };
    answer: Plan;
  };
  "GET /api/tables/{table}/hint": {
    path: { table: string };
    query?: { seat?: number | null };
    answer: Hint;
  };
  "GET /api/tables/{table}/observation": {
    path: { table: string };
    query?: { seat?: number | null };
    answer: Observed;
  };
  "GET /api/tables/{table}/summary": {
    path: { table: string };
    answer: Summary;
  };
  "GET /api/players/{player}": {
    path: { player: string };
    answer: PlayerPage;
  };
  "GET /api/reliability": {
    query: { of: string };
    answer: PlayerReliability[];
  };
  "GET /api/achievements": {
    answer: AchievementLine[];
  };
  "GET /api/rankings": {
    query: { ruleset: string; pace?: "live" | "slow"; season?: string; page?: number; club?: string | null };
    answer: Ranking;
  };
  "PUT /api/account/page": {
    body: ShowPage;
    answer: AccountInfo;
  };
  "GET /api/lessons": {
    answer: Lesson[];
  };
  "GET /api/lessons/{ruleset}/{step}": {
    path: { ruleset: string; step: string };
    answer: Exercise;
  };
  "POST /api/lessons/{ruleset}/{step}": {
    path: { ruleset: string; step: string };
    body: Try;
    answer: LessonAnswer;
  };
  "GET /api/puzzles": {
    answer: PuzzleSet[];
  };
  "GET /api/puzzles/{ruleset}/{puzzle}": {
    path: { ruleset: string; puzzle: string };
    answer: Exercise;
  };
  "POST /api/puzzles/{ruleset}/{puzzle}": {
    path: { ruleset: string; puzzle: string };
    body: Try;
    answer: PuzzleAnswer;
  };
  "GET /api/tokens": {
    answer: TokenInfo[];
  };
  "POST /api/tokens": {
    body: MakeToken;
    answer: MadeToken;
  };
  "DELETE /api/tokens/{token}": {
    path: { token: string };
    answer: TokenInfo[];
  };
  "POST /api/me/program": {
    body: BecomeProgram;
    answer: Me;
  };
  "DELETE /api/me/program": {
    answer: Me;
  };
  "GET /api/me/program/offer": {
    answer: ProgramOffer;
  };
  "PUT /api/me/program/offer": {
    body: ProgramOffer;
    answer: ProgramOffer;
  };
  "GET /api/programs": {
    answer: ProgramInfo[];
  };
  "GET /api/programs/{user}": {
    path: { user: string };
    answer: ProgramInfo;
  };
  "GET /api/challenges/{challenge}": {
    path: { challenge: string };
    answer: ChallengeInfo;
  };
  "POST /api/bots/{user}/challenge": {
    path: { user: string };
    body: MakeChallenge;
    answer: ChallengeInfo;
  };
  "GET /api/session/providers": {
    answer: ProviderInfo[];
  };
  "POST /api/session/providers/{provider}": {
    path: { provider: string };
    body: BeginProvider;
    answer: ProviderAddress;
  };
  "POST /api/session/provider": {
    body: ProviderAnswer;
    answer: Me;
  };
  "DELETE /api/account/logins/{login}": {
    path: { login: string };
    answer: AccountInfo;
  };
  "GET /api/games/{game}/log": {
    path: { game: string };
    query?: { seat?: string | null };
    answer: GameLog;
  };
  "GET /api/games/{game}/frames": {
    path: { game: string };
    query: { at: number; seat?: string | null };
    answer: Frames;
  };
  "POST /api/games/{game}/branch": {
    path: { game: string };
    body: Branch;
    answer: TableInfo;
  };
  "POST /api/records": {
    body: Import;
    answer: TableInfo;
  };
  "GET /api/games/{game}/review": {
    path: { game: string };
    answer: ReviewAnswer;
  };
  "POST /api/games/{game}/review": {
    path: { game: string };
    answer: ReviewAnswer;
  };
  "GET /api/status": {
    answer: StatusInfo;
  };
  "GET /api/me": {
    answer: Me;
  };
  "PATCH /api/me": {
    body: Rename;
    answer: Me;
  };
  "POST /api/me/warnings/{warning}": {
    path: { warning: number };
    answer: Me;
  };
  "GET /api/rulesets": {
    answer: RulesetSummary[];
  };
  "GET /api/rulesets/{ruleset}": {
    path: { ruleset: string };
    answer: RulesetInfo;
  };
  "GET /api/bots": {
    answer: BotSummary[];
  };
  "GET /api/studies": {
    answer: StudyList;
  };
  "POST /api/studies": {
    body: StudyForm;
    answer: StudyInfo;
  };
  "GET /api/studies/link/{key}": {
    path: { key: string };
    answer: StudyInvitation;
  };
  "POST /api/studies/link/{key}": {
    path: { key: string };
    answer: StudyInfo;
  };
  "GET /api/studies/{study}": {
    path: { study: string };
    answer: StudyInfo;
  };
  "PUT /api/studies/{study}": {
    path: { study: string };
    body: StudyForm;
    answer: StudyInfo;
  };
  "DELETE /api/studies/{study}": {
    path: { study: string };
    answer: StudyList;
  };
  "POST /api/studies/{study}/chapters": {
    path: { study: string };
    body: AddChapter;
    answer: StudyInfo;
  };
  "GET /api/studies/{study}/chapters/{chapter}": {
    path: { study: string; chapter: string };
    answer: Chapter;
  };
  "PUT /api/studies/{study}/chapters/{chapter}": {
    path: { study: string; chapter: string };
    body: ChangeChapter;
    answer: StudyInfo;
  };
  "DELETE /api/studies/{study}/chapters/{chapter}": {
    path: { study: string; chapter: string };
    answer: StudyInfo;
  };
  "PUT /api/studies/{study}/chapters/{chapter}/notes/{moment}": {
    path: { study: string; chapter: string; moment: number };
    body: WriteNote;
    answer: Chapter;
  };
  "POST /api/studies/{study}/chapters/{chapter}/marks": {
    path: { study: string; chapter: string };
    body: DrawMark;
    answer: Chapter;
  };
  "PUT /api/studies/{study}/members/{player}": {
    path: { study: string; player: string };
    body: GiveStudyRole;
    answer: StudyInfo;
  };
  "DELETE /api/studies/{study}/members/{player}": {
    path: { study: string; player: string };
    answer: StudyInfo;
  };
  "DELETE /api/studies/{study}/join": {
    path: { study: string };
    answer: StudyList;
  };
  "POST /api/studies/{study}/link": {
    path: { study: string };
    body: MakeStudyLink;
    answer: StudyInfo;
  };
  "DELETE /api/studies/{study}/link": {
    path: { study: string };
    answer: StudyInfo;
  };
  "POST /api/studies/{study}/report": {
    path: { study: string };
    body: ReportStudy;
    answer: void;
  };
  "POST /api/studio/check": {
    body: BoardDraft;
    answer: BoardReport;
  };
  "POST /api/studio/balance": {
    body: BalanceWish;
    answer: BalanceReport;
  };
  "POST /api/studio/tickets": {
    body: DeckWish;
    answer: SuggestedDeck;
  };
  "POST /api/studio/import": {
    body: BoardFiles;
    answer: BroughtBoard;
  };
  "POST /api/studio/places": {
    body: BoardDraft;
    answer: BoardPlaces;
  };
  "GET /api/studio/land": {
    query: { west: number; south: number; east: number; north: number };
    answer: LandOutlines;
  };
  "GET /api/boards": {
    answer: SharedBoard[];
  };
  "POST /api/boards": {
    body: BoardToKeep;
    answer: SharedBoard;
  };
  "GET /api/boards/{board}": {
    path: { board: string };
    answer: FoundBoard;
  };
  "DELETE /api/boards/{board}": {
    path: { board: string };
    answer: SharedBoard[];
  };
  "POST /api/boards/{board}/report": {
    path: { board: string };
    body: ReportBoard;
    answer: void;
  };
  "GET /api/gallery": {
    query?: { order?: "newest" | "played" | "rated"; page?: number };
    answer: GalleryPage;
  };
  "PUT /api/boards/{board}/listing": {
    path: { board: string };
    body: ListBoard;
    answer: BoardStanding | null;
  };
  "PUT /api/boards/{board}/rating": {
    path: { board: string };
    body: RateBoard;
    answer: BoardStanding | null;
  };
  "GET /api/tables": {
    answer: TableInfo[];
  };
  "POST /api/tables": {
    body: CreateTable;
    answer: TableInfo;
  };
  "GET /api/tables/{table}": {
    path: { table: string };
    answer: TableInfo;
  };
  "GET /api/tables/{table}/ruleset": {
    path: { table: string };
    answer: RulesetInfo;
  };
  "POST /api/tables/{table}/join": {
    path: { table: string };
    body: Join;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/nonce": {
    path: { table: string };
    body: AddNonce;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/color": {
    path: { table: string };
    body: ChooseColor;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/leave": {
    path: { table: string };
    answer: TableInfo;
  };
  "POST /api/tables/{table}/decline": {
    path: { table: string };
    answer: TableInfo;
  };
  "GET /api/tournaments": {
    answer: TournamentList;
  };
  "POST /api/tournaments": {
    body: CreateTournament;
    answer: TournamentInfo;
  };
  "GET /api/tournaments/{tournament}": {
    path: { tournament: string };
    query?: { round?: number | null };
    answer: TournamentInfo;
  };
  "POST /api/tournaments/{tournament}/join": {
    path: { tournament: string };
    answer: TournamentInfo;
  };
  "DELETE /api/tournaments/{tournament}/join": {
    path: { tournament: string };
    answer: TournamentInfo;
  };
  "POST /api/tournaments/{tournament}/steps": {
    path: { tournament: string };
    body: TournamentStep;
    answer: TournamentInfo;
  };
  "POST /api/tournaments/{tournament}/arbiters": {
    path: { tournament: string };
    body: Appoint;
    answer: TournamentInfo;
  };
  "POST /api/tournaments/{tournament}/entries/{entry}/remove": {
    path: { tournament: string; entry: number };
    body: RemoveEntry;
    answer: TournamentInfo;
  };
  "POST /api/tournaments/{tournament}/entries/{entry}/replace": {
    path: { tournament: string; entry: number };
    body: ReplaceEntry;
    answer: TournamentInfo;
  };
  "PUT /api/tournaments/{tournament}/rounds/{number}/tables/{table}": {
    path: { tournament: string; number: number; table: number };
    body: CorrectResult;
    answer: TournamentInfo;
  };
  "GET /api/account/vacation": {
    answer: VacationInfo;
  };
  "POST /api/account/vacation": {
    body: TakeVacation;
    answer: VacationInfo;
  };
  "DELETE /api/account/vacation": {
    answer: VacationInfo;
  };
  "POST /api/tables/{table}/pause": {
    path: { table: string };
    body: Agreement;
    answer: TableInfo;
  };
  "POST /api/tables/{table}/resume": {
    path: { table: string };
    answer: TableInfo;
  };
}
