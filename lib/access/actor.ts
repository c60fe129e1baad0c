declare const adminBrand: unique symbol

/** Someone with a live session. */
export type Member = {
  readonly userId: string
  readonly sessionId: string
  readonly name: string
  /** Of an account; the site itself has none. */
  readonly email?: string
  readonly isAdmin: boolean
  readonly signedInAt: Date
}

/** Proof that the database said `isAdmin` for this request: minted only in lib/auth, so a forgotten check does not compile. */
export type Admin = Member & { readonly isAdmin: true; readonly [adminBrand]: true }
