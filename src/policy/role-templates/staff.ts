import { type Right, rights } from '../rights.ts'
import type { Area } from '../rights/areas.ts'

/** Rights named as readers whose holder can write by one of their operations, or opens no data. */
const writersInDisguise: readonly Right[] = [
  'ReadCollectionProfile',
  'ReadPartPaymentPlanSetting',
  'ReadReminderProfiles',
  'SearchElectronicInvoiceParties',
  'ViewDeveloperTools',
]

/** Rights that only read, though they are not named so. */
const readersByAnotherName: readonly Right[] = [
  'CheckInsuranceLimit',
  'CreditInsuranceClientDebtorSearch',
  'CreditInsuranceSearch',
  'ExtErpFlow',
  'InvoicePDFExtractRead',
  'InvoicePDFExtractReadAccess',
  'QueryReport',
  'ValidatePaymentReference',
]

const named = (name: Right) => /^(Read|Search|Get|List|View)[A-Z]/.test(name)

const onlyReads = (name: Right) =>
  (named(name) && !writersInDisguise.includes(name)) || readersByAnotherName.includes(name)

/** In these areas the operator reads, but leaves the arranging to an administrator. */
const operatorReads: readonly Area[] = [
  'access',
  'automation',
  'integrations',
  'pricing',
  'webhooks',
]

/** What the operator does in the areas above beyond reading. */
const operatorStillDoes: readonly Right[] = [
  'CloseBackgroundTasks',
  'ConnectClientToErp',
  'ExtErpConnection',
  'ExtErpOnboarding',
  'GenerateRealtimeToken',
  'RetryWebhookEvents',
]

/** Terms, rules and registers that hold for everyone: they are set up rarely, and by few. */
const setUp: readonly Right[] = [
  'CreateBookkeepingAccount',
  'CreateCollectionFeeType',
  'CreateCollectionProfile',
  'CreateCreditDecisionStatus',
  'CreateDebtorType',
  'CreateDocumentTemplate',
  'CreateDocumentTemplatePlaceholders',
  'CreateEngineRule',
  'CreateEngineRuleSchedulerFilter',
  'CreateFactoringCountry',
  'CreateInstanceProviderCreditCheckSettings',
  'CreateLoanProfile',
  'CreatePaymentAccount',
  'CreatePaymentMatchingEngine',
  'CreatePaymentMethodConfiguration',
  'CreateReasonCode',
  'CreateReminderProfileLevels',
  'CreateSegment',
  'CreateServiceProviderCreditCheckSettings',
  'CreateServiceProviderInsuranceAgreements',
  'CreateSniCode',
  'CreateSystemBankAccount',
  'DeleteCreditDecisionStatus',
  'DeleteDebtorType',
  'DeleteDocumentTemplate',
  'DeleteDocumentTemplatePlaceholders',
  'DeleteEngineRule',
  'DeleteEngineRuleSchedulerFilter',
  'DeleteFactoringCountry',
  'DeletePaymentMatchingEngine',
  'DeletePaymentMethodConfiguration',
  'DeleteServiceProviderInsuranceAgreement',
  'DeleteSniCode',
  'RemoveReminderProfileLevels',
  'SetDefaultReminderProfiles',
  'UpdateBookkeepingAccount',
  'UpdateDebtorType',
  'UpdateDistributionProfiles',
  'UpdateDocumentTemplate',
  'UpdateDocumentTemplatePlaceholders',
  'UpdateFactoringCountry',
  'UpdateInstanceProviderCreditCheckSettings',
  'UpdatePartPaymentAccountSetting',
  'UpdatePartPaymentPlanSetting',
  'UpdatePaymentAccounts',
  'UpdatePaymentMatchingEngine',
  'UpdatePaymentMethod',
  'UpdatePaymentMethodConfiguration',
  'UpdateReasonCode',
  'UpdateReminderProfileLevels',
  'UpdateReminderProfiles',
  'UpdateServiceProviderCreditCheckSettings',
  'UpdateServiceProviderInsuranceAgreement',
  'UpdateSetDefaultDocumentTemplates',
  'UpdateSniCode',
  'UpdateVoucherSettingsLockedPeriod',
]

/** Access, settings, caches and tools, in areas that are otherwise the operator's own. */
const administration: readonly Right[] = [
  'CacheEdit',
  'ConnectClientToGit',
  'CreateClientUser',
  'DeleteClientUser',
  'ManageClientSettings',
  'ManageDebtorSettings',
  'ManageOwnClientSettings',
  'ManageSystemDebtorSettings',
  'UpdateSystemSetting',
  'ViewDeveloperTools',
]

/** What connectors and partners report about themselves, and the interfaces made for machines. */
const forMachines: readonly Right[] = [
  'ActivateExternalInvoices',
  'CreateDistributionEventsDigitalMailbox',
  'CreateDistributionEventsLetter',
  'CreateExternalInvoices',
  'ReportStatusClientSync',
  'ReportSyncStatusClientInvoices',
  'invoice:create',
]

const notTheOperators = new Set([...setUp, ...administration, ...forMachines])

const ofOperator = (name: Right, area: Area) =>
  operatorReads.includes(area)
    ? onlyReads(name) || operatorStillDoes.includes(name)
    : !notTheOperators.has(name)

// The inverted right takes something away from its holder, so no role for staff has it.
const opening = rights.filter((right) => !right.inverted)

export const administratorRights: readonly Right[] = opening.map(({ name }) => name)

export const operatorRights: readonly Right[] = opening
  .filter(({ name, area }) => ofOperator(name, area))
  .map(({ name }) => name)

export const readOnlyRights: readonly Right[] = administratorRights.filter(onlyReads)
