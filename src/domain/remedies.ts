import { refusals } from './refusal.ts'

/** What stopped something for good: a code, and what it says. */
interface Stopped {
  code: string
  message: string
}

/** What an operator does about what is no refusal of ours. */
const remedies: Readonly<Record<string, string>> = {
  BRANCH_NESTED: 'Name another branch where the client is connected to its repository.',
  DELIVERY_REFUSED: 'Put right at the receiver what it says, then deliver the file again.',
  MAIL_REFUSED: 'Correct the address, then send it again.',
  MAIL_UNAVAILABLE: 'See whether the server of RECEIVABLES_SMTP_URL answers, then send it again.',
  RECEIVER_GONE: 'Name another receiver of these files, then deliver the file again.',
  RECEIVER_UNAVAILABLE: 'See whether its receiver answers, then deliver the file again.',
  REPOSITORY_UNAVAILABLE: 'See whether its repository can be written; a change commits it again.',
  TIMEOUT: 'See what the database and the worker were busy with, then run it again.',
}

const ofAnyOther = 'Mend what its last failed attempt says, or report that with its stack.'

/** What there is to do about a failure: of a refusal its own remedy. */
export const remedyOf = (code: string): string =>
  refusals[code as keyof typeof refusals]?.[2] ?? remedies[code] ?? ofAnyOther

/** What stopped it, and what to do about that, in one line. */
export const stoppedText = ({ code, message }: Stopped): string =>
  `${code}: ${message.replace(/\.$/, '')}. ${remedyOf(code)}`
