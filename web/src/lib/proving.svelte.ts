// Actions that need a fresh proof of who is asking: when the server wants one, a dialog asks for it and the action is
// tried again.
import { ApiError } from "./request";
import type { AccountInfo } from "./types";
import { languages } from "../i18n";
import { accounts } from "./accounts";

interface Waiting {
  account: AccountInfo;
  end: (proved: boolean) => void;
}

export class Proving {
  /** What waits for a proof; null: nothing does. */
  waiting = $state.raw<Waiting | null>(null);

  /** Do something, after asking for a proof if the server wants one. A dialog that is closed leaves the refusal. */
  async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "prove") throw error;
      const [account] = await Promise.all([accounts.show(), languages.open("people")]);
      const proved = await new Promise<boolean>((end) => (this.waiting = { account, end }));
      this.waiting = null;
      if (!proved) throw error;
      return work();
    }
  }
}
