import { refuse } from '../refusal.ts'
import type { SettingKind } from './client.ts'

interface Waiting {
  /** What it says as long as nothing asks for it. */
  is: unknown
  until: string
}

/** Settings that would promise what the platform does not do yet: kept as they are until it does. */
const waiting: Readonly<Partial<Record<SettingKind, Readonly<Record<string, Waiting>>>>> = {
  BOOKKEEPING: {
    basis: { is: 'ACCRUAL', until: 'payments are booked' },
    bookPayments: { is: true, until: 'payments are booked' },
  },
  INVOICE: {
    numberSeries: { is: null, until: 'the platform makes invoices of its own' },
  },
  DOCUMENT: {
    attachTerms: { is: false, until: 'documents are sent' },
  },
}

export function refuseNotYetInUse(
  kind: SettingKind,
  sent: Readonly<Record<string, unknown>>,
): void {
  const errors = Object.entries(waiting[kind] ?? {}).flatMap(([field, { is, until }]) => {
    const wanted = sent[field]
    if (wanted === undefined || wanted === is) return []
    const message = `It is ${JSON.stringify(is)} until ${until}`
    return [{ pointer: `/${field}`, code: 'NOT_YET_IN_USE', message }]
  })
  if (errors.length > 0) {
    refuse('NOT_YET_IN_USE', {
      detail: errors.map(({ message }) => `${message}.`).join(' '),
      errors,
    })
  }
}
