/** What the rights of “Bookkeeping” allow, in catalogue order. */
export const bookkeeping = {
  BookkeepBills: 'Book bills to clients, so that their fees and VAT reach the ledger',
  BookkeepPaymentBatches:
    'Book a batch of incoming payments, settling the claims its payments were matched to',
  CalculateBalanceBookkeepingAccounts:
    "Recompute a ledger account's balance from its postings and put any drift right",
  CreateBookkeepingAccount: 'Add an account to a chart of accounts',
  ExportBookkeepingFile: 'Deliver a bookkeeping file to its owner by mail, SFTP, ERP or download',
  GenerateBookkeepingFile:
    "Gather clients' booked vouchers that were not yet exported into bookkeeping files",
  GenerateInternalBookkeepingFile: "Gather the tenant's own vouchers into a bookkeeping file",
  ReadBookkeepingAccount: 'See one ledger account, its role and its balance',
  ReadBookkeepingAccounts: 'List the accounts of a chart of accounts',
  ReadBookkeepingFile: 'See one bookkeeping file, what it contains and whether it was delivered',
  ReadBookkeepingFiles: 'List the bookkeeping files that have been generated',
  SearchBookkeepingAccounts: 'Search ledger accounts by number, name, type or owner',
  SearchBookkeepingFiles: 'Search bookkeeping files by client, period, format or delivery status',
  UpdateBookkeepingAccount: 'Rename a ledger account, change its codes or close it for further use',
} as const
