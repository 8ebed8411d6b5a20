/** Where payments come in, as a file names it, and whose they are where that account is one client's. */
export interface AccountNamed {
  account: string
  clientId: string | null
}

/** The one place where the number that a bank writes becomes an account of ours. */
export const accountOf = (account: string): AccountNamed => ({ account, clientId: null })
