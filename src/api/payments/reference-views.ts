import { z } from 'zod'
import { schemeOf } from '../../activities/clients/reference-settings.ts'
import { referenceOf } from '../../domain/clients/reference-scheme.ts'
import {
  AccountReferenceSetting,
  PaymentReferenceSetting,
} from '../../entities/payment-reference-setting.ts'
import { viewOf } from '../../kernel/read/view.ts'

const next = z.string().nullable().meta({ example: '1000010001110' })
const shape = ['id', 'clientId', 'scheme', 'level', 'prefix', 'length'] as const
const more = {
  /** The one that is made next; empty where there is none of the agreed length. */
  nextReference: next,
}

export const invoiceReferencesView = viewOf(PaymentReferenceSetting, [...shape, 'versioned'], {
  more,
  show: (setting) => ({ nextReference: referenceOf(schemeOf(setting), setting.nextNumber) }),
})

export const caseReferencesView = viewOf(AccountReferenceSetting, [...shape, 'versioned'], {
  name: 'CaseReferenceSetting',
  more,
  show: (setting) => ({ nextReference: referenceOf(schemeOf(setting), setting.nextNumber) }),
})

export const accountReferencesView = viewOf(AccountReferenceSetting, [
  ...shape,
  'clientAccountId',
  'reference',
  'versioned',
])
