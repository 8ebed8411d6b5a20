/** What the rights of “External Integrations” allow, in catalogue order. */
export const externalIntegrations = {
  ActivateExternalInvoices: 'Activate an invoice that came in through the external interface',
  CreateExternalInvoices: 'Create invoices through the external interface',
  CreateSignatureRequest: 'Ask people to sign a document electronically',
  CreateSyncPaymentEvents: 'Report, as a connector, that a payment has reached the external system',
  DeleteSignatureRequest: 'Withdraw a request for signatures',
  ReadExternalInvoice: 'See one invoice in the limited form of the external interface',
  ReadSignatureRequests: 'See who has been asked to sign for an invoice, and who has signed',
  SearchExternalInvoices: 'Search invoices in the limited form of the external interface',
  SearchExternalInvoiceFinancialEvents:
    "Search invoices' financial events in the limited form of the external interface",
  UpdateSignatureRequest: 'Report, as a signing service, that a document was signed or declined',
} as const
