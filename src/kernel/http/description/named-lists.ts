import { accessReasons, holderTypes } from '../../../domain/access/client-access.ts'
import { principalKinds } from '../../../domain/access/principal.ts'
import { userKinds, userStatuses } from '../../../domain/access/user.ts'
import { actionTypes } from '../../../domain/automation/actions.ts'
import { runStatuses } from '../../../domain/automation/automation.ts'
import { requestStatuses } from '../../../domain/automation/internal-request.ts'
import {
  bookkeepingFileFormats,
  books,
  frequencies,
  scheduleOutcomes,
  scheduleRunStatuses,
} from '../../../domain/automation/schedule.ts'
import { billStatuses, billTreatments } from '../../../domain/bookkeeping/bill.ts'
import { bookkeepingFileStatuses } from '../../../domain/bookkeeping/bookkeeping-file.ts'
import { deliveryMethods, fileDeliveryStatuses } from '../../../domain/bookkeeping/file-delivery.ts'
import {
  accountTypes,
  claimTypes,
  clientAccountTransactionTypes,
  clientAccountTypes,
  components,
  financialEventTypes,
  ledgerEventStatuses,
  ledgerEventTypes,
  ownerTypes,
  voucherStatuses,
} from '../../../domain/bookkeeping/ledger.ts'
import { counterpartyTypes, settlementTypes } from '../../../domain/bookkeeping/settlement.ts'
import { payoutSchedules } from '../../../domain/clients/accounts.ts'
import { bankAccountKinds, bankAccountStatuses } from '../../../domain/clients/bank-account.ts'
import {
  clientStatuses,
  erpConnectors,
  erpUses,
  syncDirections,
  syncInvoiceStatuses,
} from '../../../domain/clients/client.ts'
import {
  invoiceRequestStatuses,
  invoiceRequestTypes,
} from '../../../domain/clients/invoice-request.ts'
import { creditStatuses } from '../../../domain/clients/limits.ts'
import { paymentAccountKinds } from '../../../domain/clients/payment-accounts.ts'
import {
  productCodes,
  productFamilies,
  productsWithoutTerms,
} from '../../../domain/clients/product.ts'
import { ocrLevels, referenceSchemes } from '../../../domain/clients/reference-scheme.ts'
import { countries } from '../../../domain/countries.ts'
import { decisionStatuses } from '../../../domain/credit/decision-status.ts'
import { currencies } from '../../../domain/currencies.ts'
import { debtorTypes } from '../../../domain/debtors/debtor-type.ts'
import { systemDebtorStatuses } from '../../../domain/debtors/identity.ts'
import { systemDebtorEventTypes } from '../../../domain/debtors/system-debtor-event.ts'
import { documentTypes } from '../../../domain/distribution/document.ts'
import { fileTypes } from '../../../domain/distribution/file-kind.ts'
import { reasonTypes } from '../../../domain/distribution/reason-code.ts'
import { financeDecisions, refinancingStatuses } from '../../../domain/factoring/decision.ts'
import { financingStatuses } from '../../../domain/factoring/financing-status.ts'
import { serviceProviderTypes } from '../../../domain/integrations/provider.ts'
import { guarantorStatuses } from '../../../domain/invoices/guarantor.ts'
import {
  invoiceTypes,
  ledgerStatuses,
  mainStatuses,
  rowTypes,
} from '../../../domain/invoices/invoice.ts'
import { languages } from '../../../domain/languages.ts'
import { dayCounts } from '../../../domain/loans/day-count.ts'
import {
  loanEventTypes,
  loanLedgerStatuses,
  loanLedgerTypes,
  loanStatuses,
} from '../../../domain/loans/loan.ts'
import { pauseInterests } from '../../../domain/loans/pause.ts'
import { amortizations, loanTypes } from '../../../domain/loans/schedule.ts'
import { accountKinds } from '../../../domain/payments/account.ts'
import { feedKinds } from '../../../domain/payments/bank-feed.ts'
import { bankFileFormats, paymentFileStatuses } from '../../../domain/payments/bank-file.ts'
import { paymentBatchStatuses } from '../../../domain/payments/batch.ts'
import {
  matchActions,
  matchFields,
  matchOperators,
  matchScopes,
  matchSteps,
} from '../../../domain/payments/matching/rule.ts'
import { feeBearers, methodCodes, methodDirections } from '../../../domain/payments/method.ts'
import {
  paymentRequestStatuses,
  requestDirections,
} from '../../../domain/payments/payment-request.ts'
import { returnStatuses } from '../../../domain/payments/payment-return.ts'
import { linkStatuses, paymentSources, paymentStatuses } from '../../../domain/payments/payment.ts'
import { reconciliationStatuses } from '../../../domain/payments/reconciliation.ts'
import { referenceKinds } from '../../../domain/payments/reference-checks.ts'
import { unplacedReasons, unplacedStatuses } from '../../../domain/payments/unplaced.ts'
import { payoutBatchStatuses, payoutFileFormats } from '../../../domain/payouts/batch.ts'
import { payoutAccountStatuses } from '../../../domain/payouts/payout-account.ts'
import { payoutStatuses } from '../../../domain/payouts/payout.ts'
import {
  bracketBases,
  chargeTypes,
  targetTypes as priceTargets,
} from '../../../domain/pricing/price.ts'
import { chargeStatuses } from '../../../domain/reminders/charge.ts'
import { settingLevels, settingSources, settingTypes } from '../../../domain/settings.ts'
import { taskStatuses } from '../../../domain/system/background-task.ts'
import { baseRateCodes } from '../../../domain/system/base-interest.ts'
import { cacheModules } from '../../../domain/system/cache.ts'
import { errandStatuses, errandTypes, severities } from '../../../domain/system/errand.ts'
import { interestRoundings } from '../../../domain/system/late-interest.ts'
import { moduleCodes } from '../../../domain/system/modules.ts'
import { visibilities } from '../../../domain/system/note.ts'
import { notedTypes, targetTypes } from '../../../domain/system/target.ts'
import { toDoStatuses } from '../../../domain/system/to-do.ts'
import { taskNames } from '../../../domain/tasks.ts'
import { topics } from '../../../domain/topics.ts'
import { deliveryStatuses } from '../../../domain/webhooks/delivery.ts'
import { inboundKinds, inboundStatuses } from '../../../domain/webhooks/inbound.ts'
import { familyNames } from '../../../entities/events.ts'

/**
 * What lists of values are called in the description, so that whoever generates a client from it
 * gets one type of each; a list that is shown more often than twice has a name here.
 */
export const namedLists: Readonly<Record<string, readonly string[]>> = {
  Amortization: amortizations,
  AutomationActionType: actionTypes,
  AutomationRunStatus: runStatuses,
  BackgroundTaskStatus: taskStatuses,
  BankAccountKind: bankAccountKinds,
  BankAccountStatus: bankAccountStatuses,
  BankFeedKind: feedKinds,
  BankFileFormat: bankFileFormats,
  BaseRateCode: baseRateCodes,
  BillStatus: billStatuses,
  BookOwner: ownerTypes,
  BookkeepingAccountType: accountTypes,
  BookkeepingBook: books,
  BookkeepingDeliveryMethod: deliveryMethods,
  BookkeepingFileFormat: bookkeepingFileFormats,
  BookkeepingFileStatus: bookkeepingFileStatuses,
  BracketBasis: bracketBases,
  CacheModule: cacheModules,
  ChangeAction: ['CREATED', 'UPDATED', 'DELETED'],
  ChargeStatus: chargeStatuses,
  ChargeType: chargeTypes,
  ClaimComponent: components,
  ClaimType: claimTypes,
  ClientAccessHolder: holderTypes,
  ClientAccessReason: accessReasons,
  ClientAccountTransactionType: clientAccountTransactionTypes,
  ClientAccountType: clientAccountTypes,
  ClientStatus: clientStatuses,
  CounterpartyType: counterpartyTypes,
  CountryCode: countries,
  CreditStatusCode: creditStatuses,
  Currency: currencies,
  DayCount: dayCounts,
  DebtorType: debtorTypes,
  DecisionStatus: decisionStatuses,
  DistributionStatus: fileDeliveryStatuses,
  DocumentType: documentTypes,
  ErpConnector: erpConnectors,
  ErpUse: erpUses,
  ErrandSeverity: severities,
  ErrandStatus: errandStatuses,
  ErrandType: errandTypes,
  EventFamily: familyNames,
  FeeBearer: feeBearers,
  FileType: fileTypes,
  FinanceDecision: financeDecisions,
  FinancialEventType: financialEventTypes,
  FinancingStatus: financingStatuses,
  Frequency: frequencies,
  GuarantorStatus: guarantorStatuses,
  HealthState: ['UP', 'DEGRADED', 'DOWN'],
  InboundKind: inboundKinds,
  InboundStatus: inboundStatuses,
  InterestRounding: interestRoundings,
  InternalRequestStatus: requestStatuses,
  InvoiceLedgerStatus: ledgerStatuses,
  InvoiceMainStatus: mainStatuses,
  InvoicePaymentAccountKind: paymentAccountKinds,
  InvoiceRequestStatus: invoiceRequestStatuses,
  InvoiceRequestType: invoiceRequestTypes,
  InvoiceRowType: rowTypes,
  InvoiceType: invoiceTypes,
  Language: languages,
  LedgerEventStatus: ledgerEventStatuses,
  LedgerEventType: ledgerEventTypes,
  LoanEventType: loanEventTypes,
  LoanLedgerStatus: loanLedgerStatuses,
  LoanLedgerType: loanLedgerTypes,
  LoanStatus: loanStatuses,
  LoanPauseInterest: pauseInterests,
  LoanType: loanTypes,
  MatchAction: matchActions,
  MatchFieldName: matchFields,
  MatchOperator: matchOperators,
  MatchScope: matchScopes,
  MatchStep: matchSteps,
  ModuleCode: moduleCodes,
  NoteTargetType: notedTypes,
  OcrLevel: ocrLevels,
  PaymentAccountKind: accountKinds,
  PaymentBatchStatus: paymentBatchStatuses,
  PaymentDirection: methodDirections,
  PaymentFileStatus: paymentFileStatuses,
  PaymentLinkStatus: linkStatuses,
  PaymentMethodCode: methodCodes,
  PaymentReferenceKind: referenceKinds,
  PaymentRequestDirection: requestDirections,
  PaymentRequestStatus: paymentRequestStatuses,
  PaymentReturnStatus: returnStatuses,
  PaymentSource: paymentSources,
  PaymentStatus: paymentStatuses,
  PayoutAccountStatus: payoutAccountStatuses,
  PayoutAccountVerdict: ['VERIFIED', 'DISABLED'],
  PayoutBatchStatus: payoutBatchStatuses,
  PayoutFileFormat: payoutFileFormats,
  PayoutSchedule: payoutSchedules,
  PayoutStatus: payoutStatuses,
  PriceTargetType: priceTargets,
  PrincipalKind: principalKinds,
  ProductCode: productCodes,
  ProductFamily: productFamilies,
  ProductWithoutTerms: productsWithoutTerms,
  ReasonCodeType: reasonTypes,
  ReconciliationStatus: reconciliationStatuses,
  ReferenceScheme: referenceSchemes,
  RefinancingStatus: refinancingStatuses,
  ScheduleOutcome: scheduleOutcomes,
  ScheduleRunStatus: scheduleRunStatuses,
  SecondPersonTopic: topics,
  ServiceProviderType: serviceProviderTypes,
  SettingLevel: settingLevels,
  SettingSource: settingSources,
  SettingType: settingTypes,
  SettlementTransactionType: settlementTypes,
  SyncDirection: syncDirections,
  SyncInvoiceStatus: syncInvoiceStatuses,
  SystemDebtorEventType: systemDebtorEventTypes,
  SystemDebtorStatus: systemDebtorStatuses,
  TargetType: targetTypes,
  TaskName: taskNames,
  ToDoStatus: toDoStatuses,
  TrueOrFalse: ['true', 'false'],
  UnplacedReason: unplacedReasons,
  UnplacedStatus: unplacedStatuses,
  UserKind: userKinds,
  UserStatus: userStatuses,
  VatTreatment: billTreatments,
  Visibility: visibilities,
  VoucherStatus: voucherStatuses,
  WebhookDeliveryStatus: deliveryStatuses,
}
