declare const adminBrand: unique symbol

export type ApiToken = {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date
}

/** Someone with a live session, or for whom a token calls. */
export type Member = {
  readonly userId: string
  readonly sessionId: string
  readonly name: string
  /** Of an account; the site itself has none. */
  readonly email?: string
  readonly isAdmin: boolean
  readonly signedInAt: Date
  /** The token that calls for them: there is no session then. */
  readonly token?: ApiToken
}

/** Proof that the database said `isAdmin` for this request: minted only in lib/auth, so a forgotten check does not compile. */
export type Admin = Member & { readonly isAdmin: true; readonly [adminBrand]: true }
