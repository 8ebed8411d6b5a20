import { z } from 'zod'
import {
  bookVoucherOutside,
  failVoucherOutside,
  overrideVoucher,
  resendVoucher,
  takeVoucher,
} from '../../../activities/bookkeeping/move-voucher.ts'
import { overridable } from '../../../domain/bookkeeping/voucher-life.ts'
import { name } from '../../../kernel/read/fields.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { voucherView } from '../views.ts'

const system = name(60).meta({ example: 'FORTNOX' })
const externalId = name(200)
const error = name(1000)

export default {
  takeVoucher: operation('PUT /vouchers/{id}/external/export', 'ExportExternalVouchers', {
    summary: 'Mark a voucher as taken by a connector',
    body: z.strictObject({ system: system.default('CONNECTOR') }).prefault({}),
    shows: voucherView,
    refuses: ['VOUCHER_ALREADY_EXPORTED'],
  }).handle(({ unit, params, body }) => takeVoucher(unit, params.id, body.system)),

  bookVoucherOutside: operation(
    'PUT /vouchers/{id}/external/bookkeep',
    'ExternalBookkeepVouchers',
    {
      summary: 'Confirm that the other system has booked a voucher',
      body: z.strictObject({ externalId }),
      shows: voucherView,
      refuses: ['VOUCHER_NOT_EXPORTED'],
    },
  ).handle(({ unit, params, body }) => bookVoucherOutside(unit, params.id, body.externalId)),

  recordFailureOfVoucher: operation('PUT /vouchers/{id}/external/fail', 'ExternalFailVouchers', {
    summary: 'Record that the other system refused a voucher; leaves an errand',
    body: z.strictObject({ error }),
    shows: voucherView,
    refuses: ['VOUCHER_NOT_EXPORTED'],
  }).handle(({ unit, params, body }) => failVoucherOutside(unit, params.id, body.error)),

  resendVoucher: operation('PUT /vouchers/{id}/external/resend', 'SupportResendVoucher', {
    summary: 'Resend a voucher that failed outside; connectors find it again',
    shows: voucherView,
    refuses: ['VOUCHER_NOT_FAILED'],
  }).handle(({ unit, params }) => resendVoucher(unit, params.id)),

  correctStatusOfVoucher: operation(
    'PUT /vouchers/{id}/external/status',
    'SupportUpdateVoucherStatus',
    {
      summary: 'Correct where a voucher stands outside, by hand',
      body: z.strictObject({
        status: z.enum(overridable),
        externalSystem: system.optional(),
        externalId: externalId.optional(),
        externalError: error.optional(),
      }),
      shows: voucherView,
      refuses: ['ALREADY_REVERSED'],
    },
  ).handle(({ unit, params, body }) => overrideVoucher(unit, params.id, body)),
} satisfies Room
