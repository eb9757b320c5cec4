// Passkeys: converts between the JSON of the protocol and the browser's byte arrays. Browsers' own functions for this
// are too recent.
import { ApiError } from "./request";
import { accounts, type Passkey } from "./accounts";

/** Whether passkeys work at this address: they need a domain name, not an IP address. */
export const passkeysSupported = (): boolean =>
  "PublicKeyCredential" in globalThis && !/^(\[|[\d.]+$)/.test(location.hostname);

function bytes(text: string): ArrayBuffer {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0)).buffer;
}

function text(data: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(data));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

interface Descriptor {
  id: string;
  type: "public-key";
}

/** Create a passkey in the browser; returns the answer for the server. */
export async function createPasskey(): Promise<Passkey> {
  const options = await accounts.toMake();
  const user = options["user"] as { id: string; name: string; displayName: string };
  const held = (options["excludeCredentials"] ?? []) as Descriptor[];
  const made = await credential(() =>
    navigator.credentials.create({
      publicKey: {
        ...(options as unknown as PublicKeyCredentialCreationOptions),
        challenge: bytes(options["challenge"] as string),
        user: { ...user, id: bytes(user.id) },
        excludeCredentials: held.map((one) => ({ type: one.type, id: bytes(one.id) })),
      },
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return answer(made, { attestationObject: text(response.attestationObject) });
}

/** Use a passkey in the browser; returns the answer for the server. */
export async function usePasskey(): Promise<Passkey> {
  const options = await accounts.toUse();
  const used = await credential(() =>
    navigator.credentials.get({
      publicKey: {
        ...(options as unknown as PublicKeyCredentialRequestOptions),
        challenge: bytes(options["challenge"] as string),
        allowCredentials: [],
      },
    }),
  );
  const response = used.response as AuthenticatorAssertionResponse;
  return answer(used, {
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    ...(response.userHandle ? { userHandle: text(response.userHandle) } : {}),
  });
}

/** Users may cancel or have no passkey: report it as a normal error in one sentence. */
async function credential(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const found = await ask().catch(() => null);
  if (!found) throw new ApiError("passkey_failed", "");
  return found as PublicKeyCredential;
}

function answer(made: PublicKeyCredential, response: Record<string, string>): Passkey {
  const clientDataJSON = text(made.response.clientDataJSON);
  return {
    id: made.id,
    rawId: text(made.rawId),
    type: made.type,
    response: { clientDataJSON, ...response },
    clientExtensionResults: {},
  };
}
