'use client'

import { createContext, type ReactNode, useContext } from 'react'

export type Account = { name: string; email: string }

const CurrentAccount = createContext<Account | null>(null)

/** Tells the screens below it whose they are: to go on with them, the same account signs in again. */
export function AccountProvider({ account, children }: { account: Account | null; children: ReactNode }) {
  return <CurrentAccount value={account}>{children}</CurrentAccount>
}

export function useAccount(): Account | null {
  return useContext(CurrentAccount)
}
