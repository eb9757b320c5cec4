import type { Writing } from "../writing";

export default {
  actions(catalogue) {
    catalogue.rules.set("id_pass", catalogue.add("pass", "pass"));
  },
} satisfies Writing;
