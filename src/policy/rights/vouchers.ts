/** What the rights of “Voucher Management” allow, in catalogue order. */
export const vouchers = {
  CreateSyncVoucherEvents:
    'Report, as a connector, that vouchers have reached the external books or failed to',
  CreateVouchers: 'Enter a voucher by hand',
  ExportExternalVouchers: 'Mark a voucher as taken over by an external system',
  ExportVouchers: "Export a voucher to where the owner's books are kept",
  ExternalBookkeepVouchers: 'Record that an external system has booked a voucher',
  ExternalFailVouchers: 'Record that an external system refused a voucher, and why',
  ReadVoucher: 'See one voucher, and a summary of what was posted for an invoice, batch or bill',
  ReadVouchers: 'List vouchers with their series, numbers and status',
  ReadVouchersExternalExportPayments:
    'Fetch the payments that wait to be taken over by an external system',
  ReadVouchersExternalExportVouchers:
    'Fetch the vouchers that wait to be taken over by an external system',
  ReadVoucherPosting: 'See one posting of a voucher',
  ReadVoucherPostings: 'List the postings of vouchers',
  ReadVoucherSettingsLockedPeriod: 'See up to which date the books are locked',
  RetryVoucherPostingCreate: 'Try again to make a voucher whose posting failed',
  ReverseVouchers: 'Reverse a voucher by one that mirrors it',
  SearchVouchers: 'Search vouchers by series, number, date, source or status',
  SearchVoucherPostings: 'Search postings by account, date, amount or cost centre',
  SupportResendVoucher: 'Send a voucher to an external system again, as support',
  SupportUpdateVoucherStatus: "Set a voucher's status with an external system by hand, as support",
  UpdateVoucherSettingsLockedPeriod: 'Lock the books up to a date, or open them again',
} as const
