/*
 * Examples of the description that no demonstration can have answered as described, and why: each
 * is sent once, to rows that other examples change as well.
 */
const why: readonly (readonly [reason: string, names: string])[] = [
  [
    'it takes a secret that its holder alone was told',
    `login loginWithCode loginServiceAccount acceptInvitation resetPassword confirmTotp
     changeOwnPassword connectByOnboardingUrl resetMfaOfUser`,
  ],
  [
    'a process makes what it names, in the background, where a worker runs',
    `retryVoucherRequest retryWebhookLog readWebhookLog retryBookkeepingDelivery
     readBookkeepingDelivery readBookkeepingFile regenerateBookkeepingFile
     regenerateInternalBookkeepingFile exportBookkeepingFile readBackgroundTask closeBackgroundTasks
     readBill bookBills exportBills readPayoutBatch authorizePayoutBatch exportPayoutBatch
     bookPayoutBatch cancelPayoutBatch readPayoutFile readPayoutSettlement readBlockedPayout
     readPayout cancelPayout createSettlementAccountTransaction readSettlementAccountTransaction
     readSettlementAccount revokeBankruptcy`,
  ],
  [
    'a file has to be brought first, and its bytes are not in the example',
    `readPaymentFile importPaymentFile deletePaymentFile readPaymentBatch matchPaymentBatch
     bookPaymentBatch cancelPaymentBatch readLatestMatchOfPaymentBatches
     readLatestBookingOfPaymentBatches readLatestImportOfPaymentFiles readPaymentReconciliation
     readReconciliationDifferences comparePaymentReconciliation explainPaymentReconciliation
     splitPayment readFileOfNote removeFileFromNote createDocumentSettings connectLogotype
     connectLogotypeToTemplate linkDocumentToInvoice`,
  ],
  [
    'another system, or a person there, has to have done something first',
    `readReceivedEvent receivePaymentRequestOutcome getOnboardingUrl createSyncInvoices disableSync
     resetSync setStatusOfSync markIntegrationAsConnected completeIntegration enableSync
     setStatusOfSyncInvoices setStatusOfSyncInvoicesOfClients connectErpsToClient receiveVoucherSync
     recordFailureOfVoucher`,
  ],
  [
    'one person does everything in the demonstration, so that no request waits for a second one',
    'rejectInternalRequest readInternalRequest listChangesOfInternalRequest',
  ],
  [
    'whoever sends it makes the row itself, under an id of its own',
    'readContentUserSetting updateContentUserSetting deleteContentUserSetting',
  ],
  [
    'something has to have failed, or to be amiss',
    `retryOnboardingOfClient retryPostActivateInvoice performSystemErrand resolveSystemErrand
     updateSuggestionOfSystemErrand closeSystemErrand resendVoucher retryPayout`,
  ],
  [
    'another example has brought the same thing into the state that this one begins with or ends',
    `takeVoucher correctStatusOfVoucher moveDecisionExternally updateArticle bookProposedLink
     denyProposedLink denyProposedLinks cancelPaymentRequest updateBusinessLoan
     withdrawFromBusinessLoan updatePriceBracket updatePricesOfList updateInvoiceLedgerEvent
     payOutClientAccount removeClientFromMatchingEngine deleteAutomationRule`,
  ],
  [
    'there is one of each, and the demonstration has it',
    'createBookkeepingReceiver connectMethodToClient createInvoiceByIntegration previewNewInvoice',
  ],
  [
    'it is in use, is kept for years, or is the one that all else falls back on',
    `deleteUserGroup deleteRole deleteClientBankAccount deleteDebtorSubtype deleteDecisionStatus
     deleteMethodConfiguration deleteDocument deleteInstanceProvider`,
  ],
  [
    'an invoice or a loan has to be paid, closed, financed, credited or returned',
    `archiveInvoice removeInvoiceFromArchive archiveBusinessLoan removeBusinessLoanFromArchive
     changeRefinancing readRefinancing returnInvoiceByRecourse refundInvoice refundCreditInvoice
     linkMultiple unlinkCreditInvoice reverseInvoiceFinancialEvent readInvoiceFinancialEvent
     reversePaymentLink readPaymentReturn updatePaymentReturn authorizePaymentReturn returnPayment
     deletePaymentReturn toggleInvoicePaymentMethod toggleInvoicePaymentConfiguration`,
  ],
  ['a process answers it, and not its interface alone', 'ping readLiveness readReadiness'],
]

export const cannot: ReadonlyMap<string, string> = new Map(
  why.flatMap(([reason, names]) => names.split(/\s+/).map((name) => [name, reason] as const)),
)
