import {
  bookVoucherOutside,
  failVoucherOutside,
  overrideVoucher,
  resendVoucher,
  takeVoucher,
  takeVoucherInput,
  bookVoucherOutsideInput,
  failVoucherOutsideInput,
  overrideVoucherInput,
} from '../../../activities/bookkeeping/move-voucher.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { voucherView } from '../views.ts'

export default {
  takeVoucher: operation('PUT /vouchers/{id}/external/export', 'ExportExternalVouchers', {
    summary: 'Mark a voucher as taken by a connector',
    body: takeVoucherInput,
    shows: voucherView,
    refuses: ['VOUCHER_ALREADY_EXPORTED'],
  }).handle(({ unit, params, body }) => takeVoucher(unit, params.id, body)),

  bookVoucherOutside: operation(
    'PUT /vouchers/{id}/external/bookkeep',
    'ExternalBookkeepVouchers',
    {
      summary: 'Confirm that the other system has booked a voucher',
      body: bookVoucherOutsideInput,
      shows: voucherView,
      refuses: ['VOUCHER_NOT_EXPORTED'],
    },
  ).handle(({ unit, params, body }) => bookVoucherOutside(unit, params.id, body)),

  recordFailureOfVoucher: operation('PUT /vouchers/{id}/external/fail', 'ExternalFailVouchers', {
    summary: 'Record that the other system refused a voucher; leaves an errand',
    body: failVoucherOutsideInput,
    shows: voucherView,
    refuses: ['VOUCHER_NOT_EXPORTED'],
  }).handle(({ unit, params, body }) => failVoucherOutside(unit, params.id, body)),

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
      body: overrideVoucherInput,
      shows: voucherView,
      refuses: ['ALREADY_REVERSED'],
    },
  ).handle(({ unit, params, body }) => overrideVoucher(unit, params.id, body)),
} satisfies Room
