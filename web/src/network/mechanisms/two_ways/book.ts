import { list, number } from "../../../i18n";
import { page, paragraph, ruleText, type Chapter } from "../../../lib/book";
import type { NetworkRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<NetworkRulesetInfo> = {
  pages: ({ numbers: { two_ways: values } }) => [
    !!values?.length &&
      page(
        910,
        "end",
        paragraph("two-ways", ["IND-6", "IND-7", "RUL-92"], { values: { values: list(values.map(number)) } }),
      ),
  ],
  scoring: ({ numbers: { two_ways: values } }) =>
    values?.length ? [[ruleText("table.two_ways"), list(values.map(number))]] : [],
};
