/** What the rights of “Client Management” allow, in catalogue order. */
export const clients = {
  ApplyClientProducts:
    "Bring a client's open invoices under the current terms of one of its products",
  BookClientUnplacedPayment: 'Book the claims a client proposed for a payment that found none',
  CalculateBalanceClientAccounts: 'Recompute the balance of a client account from its transactions',
  ConnectClientToClientHandler: "Place a client in a client handler's portfolio, or take it out",
  ConnectClientToErp: "Connect a client to an ERP, from the ERP's side",
  ConnectClientToGit: "Keep a client's configuration, and each change of it, in a git repository",
  ConnectErpToClient: 'Choose the ERPs a client takes invoices from and keeps its books in',
  ConnectLogotypeToClient: "Set the logotype shown on a client's documents",
  CreateClientAccount:
    'Open a further account for a client, in another currency or for another purpose',
  CreateClientAccountTransaction: 'Enter a manual debit or credit on a client account',
  CreateClientArticle: "Add an article to a client's article register",
  CreateClientBankAccount: "Register a client's bank account and say what it is used for",
  CreateClientDocumentSetting: "Set up how a client's documents look and which terms go with them",
  CreateClientEmailRecipient: "Add someone to those who get a client's copies and reports by email",
  CreateClientGroups: 'Form a group of clients, for limits, reporting or access',
  CreateClientGroupClients: 'Add clients to a client group',
  CreateClientHandlers:
    'Register a client handler: a partner or team that looks after a portfolio of clients',
  CreateClientInvoiceRequest:
    'Ask staff to pause, extend, credit, write off or otherwise act on an invoice',
  CreateClientInvoiceRequestComment: "Comment on a client's request about an invoice",
  CreateClientInvoiceRequestDocument: "Attach a document to a client's request about an invoice",
  CreateClientLabels: 'Put a label on a client',
  CreateClientPaymentReferenceSettings:
    "Set up how payment references are made for a client's invoices, cases and accounts",
  CreateClientSyncInvoices: "Queue a client's invoices for exchange with its ERP",
  CreateClientToDo: 'Set a task on a client',
  CreateClientTransferText:
    'Write the text a client sees on its bank statement when it is paid out',
  CreateClientUser: 'Give a person at a client a login to the client portal',
  CreateClients: 'Take on a client, with its standard settings, products, accounts and limits',
  CreatePaymentTransactionsClientRestricted:
    'Register payments by hand, for the clients assigned to the holder only',
  CreatePayoutForClientAccounts: "Pay out what stands to a client's credit on one of its accounts",
  DeclineMultipleClientInvoiceRequest:
    "Decline many of the clients' invoice requests at once, with one reason",
  DeleteClientArticle: "Remove an article from a client's article register",
  DeleteClientBankAccount: "Remove a client's bank account, so that nothing more is paid to it",
  DeleteClientEmailRecipient: "Stop sending a client's copies and reports to an email address",
  DeleteClientGroups: 'Dissolve a client group; its clients remain',
  DeleteClientGroupClients: 'Take a client out of a client group',
  DeleteClientLabels: 'Take a label off a client',
  DeleteClientUser: "Remove a client user, ending that person's access to the portal",
  DenyClientUnplacedPayment: 'Turn down the claims a client proposed for a payment that found none',
  DisableClientSync:
    "Switch off the exchange of data with a client's ERP, or reset it to start over",
  EnableClientSync: "Switch on the exchange of data with a client's ERP",
  GenerateClientToken: 'Issue an access token that acts for one client',
  GetClientCreditDecisionStatus:
    "See how a client's invoices stand in the credit decision, by number and amount",
  GetClientPaymentReferenceSettings:
    'See how payment references are made for a client, and which rule applies in the end',
  GetClientToDo: 'See the tasks set on a client',
  IgnoreClientUnplacedPayment:
    "Say of an unplaced payment that it is not the client's, and hand it back to the tenant",
  LinkClientUnplacedPayment: 'Propose, as the client, which claims an unplaced payment settles',
  LinkUnplacedPaymentClientRestricted:
    'Settle claims with an unplaced payment, for the clients assigned to the holder only',
  ManageClientSettings: 'See, set and remove the settings and switches of any client',
  ManageOwnClientSettings: "See and set the switches of one's own client",
  ReadClient: 'See one client: its company, contacts, status and onboarding',
  ReadClientAccount: 'See one client account with what is on it and what is available',
  ReadClientAccounts: "List the clients' accounts and their balances",
  ReadClientAccountTransaction: 'See one transaction on a client account and what it came from',
  ReadClientAccountTransactions: 'List the transactions on client accounts',
  ReadClientArticle: "See the articles in a client's article register",
  ReadClientBankAccount: "See a client's bank accounts and which of them serves which purpose",
  ReadClientBillingDetails: 'See how and how often a client is billed for its fees',
  ReadClientBookkeepingDetails: "See how a client's books are kept and exported",
  ReadClientChangelog: 'See who changed a client, when and how',
  ReadSettingChangelog: 'See who changed a system setting, when and from what to what',
  ReadClientComplianceSetting: "See a client's KYC status, risk class and restrictions",
  ReadClientCreditStatus:
    "See one of a client's credit limits, what is used of it and what is left",
  ReadClientCreditStatuses: "List the clients' credit limits per currency with their use",
  ReadClientCreditStatusGlobal:
    "See a client's limit and exposure across currencies, in the base currency",
  ReadClientDocumentSetting: "See how a client's documents look and which terms go with them",
  ReadClientEmailRecipient: "See who gets a client's copies and reports by email",
  ReadClientFinancingLimits:
    'See what a client may still have financed, per product and currency, and what stands in the way',
  ReadClientGroup: 'See one client group',
  ReadClientGroups: 'List the client groups',
  ReadClientGroupClients: 'See which clients belong to a client group',
  ReadClientHandler: 'See one client handler',
  ReadClientHandlers: 'List the client handlers',
  ReadClientHandlerBillingDetails:
    'See how a client handler is billed and what commission it earns',
  ReadClientInvoiceDetails:
    "See a client's invoice settings: number series, terms, interest and automatic activation",
  ReadClientInvoiceRequest:
    "See and search clients' requests about invoices, and whether such requests are open to them",
  ReadClientInvoiceTextSetting:
    "See the standing texts on a client's invoices and preview how they turn out",
  ReadClientLabels: 'See the labels on a client',
  ReadClientProduct: "See one of a client's products with its terms",
  ReadClientProducts: 'List the products of clients and whether they are switched on',
  ReadClientReminderProfiles:
    'See which reminder profile applies to a client unless a debtor has its own',
  ReadDebtorReminderProfiles:
    "See a debtor's own reminder profile, and the one that applies to it in the end",
  ReadClients: 'List the clients',
  ReadClientSync: "See how the exchange of data with a client's ERP stands",
  ReadClientSyncInvoices:
    "See and search the invoices exchanged with a client's ERP, with their errors",
  ReadClientTransferText:
    'Search the texts clients see on their bank statements when they are paid out',
  ReadClientUnplacedPayment: 'See one unplaced payment that is known to belong to a client',
  ReadClientUnplacedPayments: 'List unplaced payments that are known to belong to a client',
  ReadClientUsers: 'See the portal users of clients and their roles',
  ReadTemplateClients:
    "See which clients follow a template's engine rules, where they differ, and past pushes",
  ReadUnplacedPaymentClientRestricted:
    'See one unplaced payment, for the clients assigned to the holder only',
  ReportStatusClientSync:
    "Report, as a connector, how the exchange of data with a client's ERP stands",
  ReportSyncStatusClientInvoices:
    'Report, as a connector, which invoices were exchanged with an ERP and which failed',
  ReturnClientUnplacedPayment: 'Send back, as the client, an unplaced payment to its payer',
  ReturnUnplacedPaymentClientRestricted:
    'Send an unplaced payment back to its payer, for the clients assigned to the holder only',
  SearchClientAccounts: 'Search client accounts by client, currency, type or balance',
  SearchClientAccountTransactions:
    'Search client account transactions by date, type, amount or source',
  SearchClientArticle: "Search clients' article registers by number, name or price",
  SearchClientBankAccount: "Search clients' bank accounts and the purposes they serve",
  SearchClientChangelog:
    'Search the changelog across clients, debtors, invoices and whatever else is logged',
  SearchClientCreditDecisionStatus:
    "Search how clients' invoices stand in the credit decision, in all or day by day",
  SearchClientCreditStatuses: "Search clients' credit limits by currency, product or degree of use",
  SearchClientCreditStatusesGlobal: "Search clients' limits and exposure across currencies",
  SearchClientGroups: 'Search client groups by name',
  SearchClientHandlers: 'Search client handlers by name or identification number',
  SearchClientPaymentReferenceSettings:
    "Search the rules by which clients' payment references are made",
  SearchClientProducts: "Search clients' products by kind, terms or whether they are on",
  SearchClientToDo: 'Search client tasks by assignee, due date or status',
  SearchClientUnplacedPayments: 'Search unplaced payments that are known to belong to a client',
  SearchClientUsers: 'Search client users by name, email or status',
  SearchClients: 'Search clients by name, identification number, status or handler',
  SearchPreviousClientCollectionBatch:
    'Search collection cases by the creditor who owned the claim before it was bought',
  SearchUnplacedPaymentClientRestricted:
    'List and search unplaced payments, for the clients assigned to the holder only',
  ShowRestrictedSenderInformationForClients:
    "Hide the sender's account, identification and address on unplaced payments in the client portal",
  SupportAbortSyncClientInvoices:
    'Abort, as support, the exchange of invoices that got stuck on the way to or from an ERP',
  ToggleClientProducts: "Switch a client's products on and off, with or without recourse",
  TransferBetweenClientAccounts: 'Move money from one client account to another',
  TransferBetweenClientAccountsFromTransaction:
    'Move the amount of one transaction, or part of it, to another client account',
  UpdateClientAccount:
    'Change where and how often a client account is paid out, and its minimum balances',
  UpdateClientArticle: "Change an article in a client's article register",
  UpdateClientBankAccount: "Change a client's bank account or the purpose it serves",
  UpdateClientBillingDetails: 'Change how and how often a client is billed for its fees',
  UpdateClientBookkeepingDetails: "Change how a client's books are kept and exported",
  UpdateClientCollectionBatch: 'Move a collection case to another client',
  UpdateClientComplianceSettings: "Record a client's KYC status, risk class and restrictions",
  UpdateClientCreditStatuses:
    "Set clients' credit limits, per currency, across currencies or many at once",
  UpdateClientGroups: 'Rename a client group or change what it is for',
  UpdateClientHandlers: "Change a client handler's name and contacts",
  UpdateClientHandlerBillingDetails:
    'Change how a client handler is billed and what commission it earns',
  UpdateClientInvoiceDetails:
    "Change a client's invoice settings: number series, terms, interest and automatic activation",
  UpdateClientInvoiceRequest:
    "Work on a client's request about an invoice: take it up, accept it or decline it",
  UpdateClientInvoiceTextSettings: "Change the standing texts on a client's invoices",
  UpdateClientLabels: 'Change a label on a client',
  UpdateClientPaymentReferenceSettings:
    "Change how payment references are made for a client's invoices, cases and accounts",
  UpdateClientPreferredLanguage: 'Change the language a client is written to in',
  UpdateClientProducts:
    "Change the terms of a client's products and choose which one is used by default",
  UpdateClientReminderProfile:
    'Choose the reminder profile that applies to a client unless a debtor has its own',
  UpdateDebtorReminderProfile: 'Give a debtor a reminder profile of its own, or take it away again',
  UpdateClientSync: "Change what is exchanged with a client's ERP, and in which direction",
  UpdateClientToDo: 'Change tasks on clients, and resolve several at once',
  UpdateClientTransferText:
    'Change the text a client sees on its bank statement when it is paid out',
  UpdateClients: "Change a client's company details, contacts and status",
  UpdateTemplateClients: "Push a template's engine rules to the clients that follow it",
} as const
