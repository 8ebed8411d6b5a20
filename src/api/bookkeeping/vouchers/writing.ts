import { z } from 'zod'
import {
  createVoucher,
  createVoucherInput,
} from '../../../activities/bookkeeping/create-voucher.ts'
import { exportVoucher } from '../../../activities/bookkeeping/export-voucher.ts'
import { announceVoucherAgain } from '../../../activities/bookkeeping/move-voucher.ts'
import {
  reverseVoucher,
  reverseVoucherInput,
} from '../../../activities/bookkeeping/reverse-voucher.ts'
import { id } from '../../../kernel/read/fields.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { voucherView } from '../views.ts'

const FileOfVoucherView = voucherView.schema
  .extend({
    file: z.object({
      documentId: id('Document'),
      filename: z.string(),
      mimeType: z.string(),
      size: z.int(),
    }),
  })
  .meta({ id: 'VoucherExported' })

export default {
  createVoucher: operation('POST /vouchers', 'CreateVouchers', {
    summary: "Create a voucher by hand, by two; in a client's book, or in the tenant's own",
    confirms: true,
    body: createVoucherInput,
    shows: voucherView,
    refuses: ['NOT_FOUND', 'ACCOUNT_MISSING', 'PERIOD_LOCKED', 'CONTROL_ACCOUNT'],
  }).handle(({ unit, body }) => createVoucher(unit, body)),

  reverseVoucher: operation('PUT /vouchers/{id}/reverse', 'ReverseVouchers', {
    summary: 'Reverse a voucher, by two; answers with its mirror, in the first open period',
    confirms: true,
    body: reverseVoucherInput,
    shows: voucherView,
    refuses: [
      'ALREADY_REVERSED',
      'REVERSAL_FINAL',
      'VOUCHER_OF_EVENT',
      'ACCOUNT_MISSING',
      'PERIOD_LOCKED',
    ],
  }).handle(({ unit, params, body }) => reverseVoucher(unit, params.id, body)),

  exportVoucher: operation('PUT /vouchers/{id}/export', 'ExportVouchers', {
    summary: 'Export a voucher as a SIE file among the documents',
    returns: FileOfVoucherView,
    shows: ({ voucher, document }: Awaited<ReturnType<typeof exportVoucher>>) => ({
      ...voucherView.show(voucher),
      file: {
        documentId: document.id,
        filename: document.filename,
        mimeType: document.mimeType,
        size: document.size,
      },
    }),
    refuses: ['VOUCHER_ALREADY_EXPORTED'],
  }).handle(({ unit, params }) => exportVoucher(unit, params.id)),

  sendVoucherAgain: operation('POST /vouchers/{id}/webhook-export', 'SupportResendVoucher', {
    summary: 'Resend a voucher to those who listen to its events',
    shows: voucherView,
    status: 202,
  }).handle(({ unit, params }) => announceVoucherAgain(unit, params.id)),
} satisfies Room
