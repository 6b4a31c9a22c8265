/** Passkeys: what the server sends as JSON and what the browser's WebAuthn takes and gives as bytes. */
import type { PasskeyAsked, PasskeyProved, Passkeys } from '../http'
import { read, type Me } from './api'

export const passkeyApi = {
  mine: () => read<Passkeys>('GET', 'me/passkeys'),
  askToMake: () => read<PasskeyAsked>('POST', 'me/passkeys/options'),
  keep: (proved: PasskeyProved) => read<Passkeys>('POST', 'me/passkeys', proved),
  remove: (id: string) => read<Passkeys>('DELETE', `me/passkeys/${encodeURIComponent(id)}`),
  ask: () => read<PasskeyAsked>('POST', 'passkeys/options'),
  prove: (proved: PasskeyProved) => read<Me>('POST', 'passkeys', proved),
}

/** Whether this browser has passkeys at all. */
export function hasPasskeys(): boolean {
  return isSecureContext && typeof PublicKeyCredential !== 'undefined'
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

function text(buffer: ArrayBuffer | null): string {
  const letters = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)))
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

interface Described {
  id: string
  type: 'public-key'
}

const described = (found: readonly Described[] | undefined) => (found ?? []).map((one) => ({ ...one, id: bytes(one.id) }))

function answer(credential: Credential | null, response: Record<string, string | string[]>): PasskeyProved {
  const { id, rawId, type } = credential as PublicKeyCredential
  return { credential: { id, rawId: text(rawId), type, response, clientExtensionResults: {} } }
}

/** Has the browser make a passkey; rejects where its person does not. */
export async function makePasskey({ options }: PasskeyAsked): Promise<PasskeyProved> {
  const asked = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const made = await navigator.credentials.create({
    publicKey: {
      ...(asked as unknown as PublicKeyCredentialCreationOptions),
      challenge: bytes(asked.challenge),
      user: { ...asked.user, id: bytes(asked.user.id) },
      excludeCredentials: described(asked.excludeCredentials as Described[]),
    },
  })
  const response = (made as PublicKeyCredential).response as AuthenticatorAttestationResponse
  return answer(made, {
    clientDataJSON: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  })
}

/** Has the browser prove a passkey that its person chooses; rejects where they do not. */
export async function provePasskey({ options }: PasskeyAsked): Promise<PasskeyProved> {
  const asked = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const proved = await navigator.credentials.get({
    publicKey: {
      ...(asked as unknown as PublicKeyCredentialRequestOptions),
      challenge: bytes(asked.challenge),
      allowCredentials: described(asked.allowCredentials as Described[]),
    },
  })
  const response = (proved as PublicKeyCredential).response as AuthenticatorAssertionResponse
  return answer(proved, {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: text(response.userHandle),
  })
}
