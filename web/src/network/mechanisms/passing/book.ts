import { page, paragraph, type Chapter } from "../../../lib/book";
import type { NetworkRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<NetworkRulesetInfo> = {
  pages: () => [page(940, "end", paragraph("pass", ["RUL-12", "RUL-13"], { ours: true }))],
};
