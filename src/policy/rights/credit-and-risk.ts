/** What the rights of “Credit and Risk” allow, in catalogue order. */
export const creditAndRisk = {
  CreateCreditDecisionStatus: "Add a sub-status of the tenant's own to the credit decision",
  CreateCreditMonitoring: 'Put a company or person under watch at the credit bureau',
  CreateFactoringCountry: 'Open a country for factoring, with its currencies and its limit',
  CreateInstanceProviderCreditCheckSettings:
    'Set up which bureau an instance provider uses, and when it checks',
  CreateServiceProviderCreditCheckSettings:
    'Set up which bureau a service provider uses, and when it checks',
  CreditInsurance:
    'Ask the insurer for cover on a company and see what was asked and answered before',
  CreditInsuranceSearch: "Search credit insurance limits, and companies in the insurer's register",
  DeleteCreditDecisionStatus: "Remove a sub-status of the tenant's own from the credit decision",
  DeleteFactoringCountry: 'Close a country for factoring',
  GetFactoringManualControl:
    "See whether a client's factoring decisions are held for a person to make",
  PostCreditData: "Order fresh credit data on a client or debtor, at the bureau's price",
  ReadCreditData: "See and search the bureau's credit data on clients and debtors",
  ReadCreditDecisionStatus: "See and search the tenant's own sub-statuses of the credit decision",
  ReadCreditMonitoring:
    'See whether a company or person is under watch at the bureau, and what changed',
  ReadFactoringCountry: 'See and search the countries open for factoring',
  ReadInstanceProviderCreditCheckSettings:
    'See which bureau an instance provider uses, and when it checks',
  ReadServiceProviderCreditCheckSettings:
    'See which bureau a service provider uses, and when it checks',
  ReadStatisticFactoring: "See what share of a client's activated invoices was financed",
  RemoveCreditMonitoring: "End the bureau's watch over a company or person",
  SearchCreditMonitoring: 'Search the companies and persons under watch at the bureau',
  SearchInstanceProviderCreditCheckSettings: "Search instance providers' credit check settings",
  SearchServiceProviderCreditCheckSettings: "Search service providers' credit check settings",
  SetFactoringManualControl:
    "Hold a client's factoring decisions for a person to make, or let the engine decide again",
  SingleCreditCheckCollectionBatch: 'Run a credit check on a debtor as a step of collection',
  UpdateCreditDecisionStatus:
    'Request factoring of an invoice, move credit decisions on, and arrange their sub-statuses',
  UpdateExternalFactoringDecision: 'Record what an external financier decided about an invoice',
  UpdateFactoringCountry:
    'Change the currencies, limit or insurance a country requires for factoring',
  UpdateInstanceProviderCreditCheckSettings:
    'Change which bureau an instance provider uses, and when it checks',
  UpdateServiceProviderCreditCheckSettings:
    'Change which bureau a service provider uses, and when it checks',
  GetInvoiceCreditDecisionStatus: 'Follow the factoring decision on one invoice',
} as const
