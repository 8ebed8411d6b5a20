import type { TableFacts } from './table.ts'

/** What the tenant lets happen about a client is not the client's to read, nor to hear of. */
export const ofTheClient = {
  clientSees: () => 'of_client',
  clientHears: ({ ofClient }) => ofClient === true,
} satisfies Pick<TableFacts, 'clientSees' | 'clientHears'>

interface Made {
  clientId?: string | null | undefined
  ofClient: boolean
}

/** To whom belongs what comes of it; null for the tenant alone. */
export const clientToSee = ({ clientId = null, ofClient }: Made): string | null =>
  ofClient ? clientId : null
