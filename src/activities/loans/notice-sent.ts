import { lifeOfInstalment, openInstalments } from '../../domain/loans/loan.ts'
import { loanNoticeLetter } from '../../domain/loans/notice.ts'
import { BusinessLoan, BusinessLoanLedgerEvent } from '../../entities/business-loan.ts'
import { Client } from '../../entities/client.ts'
import type { Document } from '../../entities/document.ts'
import type { NoticeFound, NoticeWork } from '../../kernel/write/notice-work.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { keyOfNotice } from './notices-job.ts'

/** The client is told of the next instalment of its loan. */
export const loanNoticeSent: NoticeWork = { toSend, letter: loanNoticeLetter, about }

const instalmentOf = (unit: Unit, { sourceKey }: Document) =>
  unit.load(BusinessLoanLedgerEvent, (sourceKey ?? '').slice(keyOfNotice.length))

async function toSend(unit: Unit, document: Document): Promise<NoticeFound> {
  const { status, clientId } = await instalmentOf(unit, document)
  const isOpen = openInstalments.some((one) => one === status)
  if (!isOpen && !lifeOfInstalment.may(status, 'comeDue')) {
    return { cancelled: 'The instalment is paid, or was planned anew.' }
  }
  const { contactInformation } = await unit.load(Client, clientId)
  const to = contactInformation?.email.trim() ?? ''
  return to === '' ? { failure: withoutAddress } : { to }
}

async function about(unit: Unit, document: Document) {
  const { businessLoanId, number } = await instalmentOf(unit, document)
  const { loanNumber } = await unit.load(BusinessLoan, businessLoanId)
  return {
    title: `The notice of instalment ${number} of loan ${loanNumber} is not sent`,
    data: { businessLoanId },
  }
}

const withoutAddress = {
  code: 'CLIENT_EMAIL_MISSING',
  message: 'The client has no e-mail address, to which the notice could go.',
}
