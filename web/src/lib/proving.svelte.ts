// Actions that require recent proof of identity: if the server requests it, a dialog asks for it and the action is
// retried.
import { ApiError } from "./request";
import type { AccountInfo } from "./types";
import { languages } from "../i18n";
import { accounts } from "./accounts";

interface Waiting {
  account: AccountInfo;
  end: (proved: boolean) => void;
}

export class Proving {
  /** The action that waits for the dialog, if any. */
  waiting = $state.raw<Waiting | null>(null);

  /** Run an action, asking for proof if the server requests it. If the user closes the dialog, rethrow the refusal. */
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
