import { z } from 'zod'
import { exampleId } from '../../../entities/ids.ts'
import {
  monitoredTypes,
  monitoringResults,
  monitoringTypes,
  paymentRequestOutcomes,
  signatureStatuses,
  syncOutcomes,
} from '../../../domain/webhooks/inbound.ts'
import { currencyCode, positiveAmountSent } from '../../../kernel/read/amounts.ts'
import { id, instant, sentDay } from '../../../kernel/read/fields.ts'

/** The sender's own id of the event: under it the event counts once, for ever. */
const eventId = z.string().trim().min(1).max(200).meta({ example: 'evt-2026-11-20-0017' })
const reference = z.string().trim().min(1).max(60).meta({ example: 'ref-4711' })
const externalId = z.string().trim().min(1).max(200).meta({ example: 'ext-4711' })
const reason = z.string().trim().min(1).max(1000).meta({ example: 'The account is closed' })
const common = { eventId, occurredAt: instant.optional() }
const listMax = 100

export const monitoringResult = z
  .strictObject({
    ...common,
    /** The provider's own id of the check: a later result of the same check settles an earlier. */
    providerRef: z.string().trim().min(1).max(100).meta({ example: 'check-88' }),
    type: z.enum(monitoringTypes),
    result: z.enum(monitoringResults),
    subjectType: z.enum(monitoredTypes),
    subjectId: z
      .string()
      .min(1)
      .max(60)
      .meta({ example: exampleId('Client') }),
    riskScore: z.int().min(0).max(100).optional(),
    reason: reason.optional(),
  })
  .meta({
    example: {
      eventId: 'evt-1',
      providerRef: 'check-88',
      type: 'SANCTION',
      result: 'HIT',
      subjectType: 'CLIENT',
      subjectId: exampleId('Client'),
      riskScore: 90,
    },
  })

export const syncPayment = z
  .strictObject({
    ...common,
    clientId: id('Client').optional(),
    status: z.enum(syncOutcomes),
    paymentIds: z.array(reference).min(1).max(listMax),
    externalId: externalId.optional(),
    error: reason.optional(),
  })
  .meta({
    example: {
      eventId: 'evt-2',
      clientId: exampleId('Client'),
      status: 'COMPLETED',
      paymentIds: ['ref-4711'],
      externalId: 'ext-4711',
    },
  })

const voucherFields = { ...common, voucherIds: z.array(id('Voucher')).min(1).max(listMax) }

export const syncVoucher = z
  .discriminatedUnion('status', [
    z.strictObject({ ...voucherFields, status: z.literal('EXTERNAL_BOOKED'), externalId }),
    z.strictObject({ ...voucherFields, status: z.literal('EXTERNAL_FAILED'), error: reason }),
  ])
  .meta({
    example: {
      eventId: 'evt-3',
      voucherIds: [exampleId('Voucher')],
      status: 'EXTERNAL_BOOKED',
      externalId: 'ext-4711',
    },
  })

export const signatureEvent = z
  .strictObject({
    ...common,
    signatureRequestId: reference,
    status: z.enum(signatureStatuses),
    /** The provider's reference of the signer that it is about. */
    signerRef: externalId.optional(),
    externalId: externalId.optional(),
    reason: reason.optional(),
  })
  .meta({
    example: { eventId: 'evt-4', signatureRequestId: 'ref-4711', status: 'SIGNED' },
  })

export const paymentRequest = z
  .strictObject({
    ...common,
    paymentRequestId: reference,
    status: z.enum(paymentRequestOutcomes),
    amount: positiveAmountSent.optional(),
    /** Needed where there is an amount. */
    currency: currencyCode.optional(),
    bookDate: sentDay.optional(),
    externalId: externalId.optional(),
    reason: reason.optional(),
  })
  .meta({
    example: {
      eventId: 'evt-5',
      paymentRequestId: 'ref-4711',
      status: 'COMPLETED',
      amount: '12500.00',
      currency: 'SEK',
      bookDate: '2026-11-20',
    },
  })
