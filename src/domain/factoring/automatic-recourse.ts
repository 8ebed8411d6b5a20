import type { ClientStatus } from '../clients/client.ts'

/** What is asked about a claim before recourse is taken without anybody asking for it. */
export interface ForRecourse {
  mainStatus: string
  clientStatus: ClientStatus
  isClientBankrupt: boolean
  isSwitchedOff: boolean
}

/** What leaves it to a person, in words; undefined where nothing does. */
export function leftToPerson(of: ForRecourse): string | undefined {
  if (of.isSwitchedOff) return 'The module factoring is switched off.'
  if (of.isClientBankrupt) return 'The client is bankrupt: what it owes is a claim on its estate.'
  if (of.clientStatus === 'CLOSED') return 'The client is closed.'
  // Whoever suspended it waits for something, as for the end of a dispute.
  return suspended.includes(of.mainStatus) ? `The invoice is ${of.mainStatus}.` : undefined
}

const suspended = ['PAUSED', 'DISPUTED', 'STOPPED']
