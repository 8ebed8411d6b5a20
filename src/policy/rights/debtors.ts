/** What the rights of “Debtor Management” allow, in catalogue order. */
export const debtors = {
  CalculateBalanceDebtors: 'Recompute what a debtor owes from its financial events',
  CreateClientDebtorPayoutAccounts: "Register the account to which one client's debtor is refunded",
  CreateCreditInsuranceClientDebtor:
    "Request an insured limit on a client's debtor, or record one agreed outside the platform",
  CreateDebtorLabels: 'Put a label on a debtor',
  CreateDebtorToDo: 'Set a task on a debtor',
  CreateDebtorType: 'Define a finer kind of debtor, such as a public body or an estate',
  CreateSystemDebtorClientDedicatedLimits: "Reserve part of a debtor's credit limit for one client",
  CreateSystemDebtorGroups: 'Form a group of companies that share one credit limit',
  CreateSystemDebtorGroupSystemDebtors: 'Add a company to a group that shares one credit limit',
  CreateSystemDebtorLabels: 'Put a label on a debtor across all clients',
  CreateSystemDebtorToDo: 'Set a task on a debtor across all clients',
  CreditcheckDebtors: 'Run a credit check on a debtor, or on the debtor behind an invoice',
  CreditInsuranceClientDebtorSearch: "Search the insured limits on clients' debtors",
  DebtorLookupCollectionBatch:
    "Look up a case's debtor in the registers and take over address, status and protected identity",
  DeleteDebtorLabels: 'Take a label off a debtor',
  DeleteDebtorType: 'Remove a finer kind of debtor that is no longer wanted',
  DeleteSystemDebtorClientDedicatedLimits:
    "Give up the part of a debtor's limit that was reserved for one client",
  DeleteSystemDebtorGroups: 'Dissolve a group of companies that shared one credit limit',
  DeleteSystemDebtorGroupSystemDebtors:
    'Take a company out of a group that shares one credit limit',
  DeleteSystemDebtorLabels: 'Take a label off a debtor across all clients',
  GenerateDebtorToken: 'Issue an access token with which a debtor sees and pays its own claims',
  GetCreditInsuranceClientDebtor:
    "See the cover on a client's debtor, what was requested and how it changed",
  GetDebtorCreditDecisionStatus:
    'See how invoices on a debtor stand in the credit decision, by number and amount',
  GetDebtorToDo: 'See the tasks set on a debtor',
  GetSystemDebtorToDo: 'See the tasks set on a debtor across all clients',
  ManageDebtorSettings: 'See and set the switches of a debtor',
  ManageSystemDebtorSettings: 'See and set the switches of a debtor across all clients',
  ReadClientDebtorPayoutAccounts: "See the accounts to which one client's debtors are refunded",
  ReadDebtor: 'See one debtor of a client: its details, balance and routing',
  ReadDebtors: "List clients' debtors",
  ReadDebtorChangelog: 'See who changed a debtor, at one client or across them, when and how',
  ReadDebtorFinancialEvents:
    'See every movement of what a debtor owes, at one client or across them',
  ReadDebtorLabels: 'See the labels on a debtor',
  ReadDebtorNotes: 'Read the notes on a debtor',
  ReadDebtorPayoutAccount: 'See one account to which a debtor is refunded',
  ReadDebtorSettings: 'See the switches of a debtor without changing them',
  ReadDebtorPayoutAccounts: 'List the accounts to which debtors are refunded',
  ReadDebtorType: 'See the finer kinds of debtor the tenant has defined',
  ReadInternalSystemDebtor:
    'See what only staff may see of a debtor: internal rating, total exposure, reasons for blocking',
  ReadInternalSystemDebtors:
    'List debtors with the internal ratings and exposure that only staff may see',
  ReadSystemDebtor:
    'See a debtor across all clients, with the clients it owes and a summary of its invoices',
  ReadSystemDebtors: 'List debtors across all clients, one entry for each company or person',
  ReadSystemDebtorClientDedicatedLimits:
    "See and search the parts of debtors' limits that are reserved for single clients",
  ReadSystemDebtorCreditStatus: "See a debtor's credit limit and its use, in all and per currency",
  ReadSystemDebtorSettings: 'See the switches of a debtor across all clients without changing them',
  ReadSystemDebtorEvent:
    "See one event in a debtor's history, such as a late payment or a change of limit",
  ReadSystemDebtorEvents: "List the events in debtors' histories",
  ReadSystemDebtorGroup: 'See one group of companies that share a credit limit',
  ReadSystemDebtorGroups: 'List the groups of companies that share a credit limit',
  ReadSystemDebtorGroupSystemDebtors:
    'See which companies belong to a group that shares a credit limit',
  ReadSystemDebtorLabels: 'See the labels on a debtor across all clients',
  SearchDebtors:
    "Search clients' debtors by name, customer number, identification number or balance",
  SearchDebtorCreditDecisionStatus:
    'Search how invoices stand in the credit decision debtor by debtor, in all or day by day',
  SearchDebtorFinancialEvents: 'Search the movements of what a debtor owes by kind, date or amount',
  SearchDebtorNotes: 'Search the notes on a debtor',
  SearchDebtorPayoutAccounts: 'Search the accounts to which debtors are refunded',
  SearchDebtorToDo: 'Search debtor tasks by assignee, due date or status',
  SearchInternalSystemDebtors:
    'Search debtors by the ratings, exposure and blocks that only staff may see',
  SearchSystemDebtors: 'Search debtors across all clients by name, identification number or status',
  SearchSystemDebtorCreditStatuses:
    "Search debtors' credit limits, in all or per currency, by degree of use",
  SearchSystemDebtorEvents: "Search debtors' histories, and how punctually they have paid",
  SearchSystemDebtorGroups: 'Search the groups of companies that share a credit limit',
  SearchSystemDebtorToDo:
    'Search tasks on debtors across all clients by assignee, due date or status',
  UpdateClientDebtorPayoutAccounts: "Change the account to which one client's debtor is refunded",
  UpdateCreditInsuranceClientDebtor: "Ask the insurer to change the limit on a client's debtor",
  UpdateDebtors: "Change a debtor's details, addresses and routing",
  UpdateDebtorClient: 'Move a debtor to another client, or merge it with its double',
  UpdateDebtorLabels: 'Change a label on a debtor',
  UpdateDebtorPayoutAccounts: 'Change the account to which a debtor is refunded',
  UpdateDebtorPreferredLanguage: 'Change the language a debtor is written to in',
  UpdateDebtorToDo: 'Change tasks on debtors, and resolve several at once',
  UpdateDebtorType: 'Change a finer kind of debtor and what follows from it',
  UpdateSystemDebtors: 'Change a debtor across all clients, and record its bankruptcy',
  UpdateSystemDebtorClientDedicatedLimits:
    "Change the parts of debtors' limits that are reserved for single clients",
  UpdateSystemDebtorCreditStatus: "Set a debtor's credit limit, in all or per currency",
  UpdateSystemDebtorGroups: 'Change a group of companies that share a credit limit',
  UpdateSystemDebtorLabels: 'Change a label on a debtor across all clients',
  UpdateSystemDebtorToDo: 'Change tasks on debtors across all clients, and resolve several at once',
  CreateDebtorBlocked:
    'Block a debtor from factoring, credit or service, everywhere or at one client',
  ReadDebtorBlocked: 'See which debtors are blocked, and why',
  SearchDebtorBlocked: 'Search blocked debtors by identification number, reason or product',
  DeleteDebtorBlocked: 'Lift the block on a debtor',
} as const
