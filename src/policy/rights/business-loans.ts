/** What the rights of “Business Loan Management” allow, in catalogue order. */
export const businessLoans = {
  AddToArchiveBusinessLoans: 'Archive a loan that is repaid or written off',
  CreateBusinessLoan: "Register a client's application for a business loan",
  CreateBusinessLoanToDo: 'Set a task on a business loan',
  CreateBusinessLoanWithdrawal:
    'Request a withdrawal from a loan, or confirm one that a colleague requested',
  CreateLoanProfile:
    'Define the loan products on offer, with their interest, fees and terms, and change them',
  CreditDecisionApproveBusinessLoans: 'Approve a loan application, with its amount, rate and term',
  CreditDecisionDenyBusinessLoans: 'Turn down a loan application, stating why',
  DeleteBusinessLoanToDo: 'Delete a task from a business loan',
  GetBusinessLoanToDo: 'See the tasks set on a business loan',
  InstallmentSummaryBusinessLoans:
    'Calculate an instalment plan and its effective rate, without changing any loan',
  ReadBusinessLoan: 'See one business loan with its fees, guarantors and agreed terms',
  ReadBusinessLoanChangelog: 'See who changed a business loan, when and how',
  ReadBusinessLoanEvent: 'See one event in the life of a business loan',
  ReadBusinessLoanEvents: 'List the events in the life of business loans',
  ReadBusinessLoanFinancialEvents: "See every movement of a loan's principal, interest and fees",
  ReadBusinessLoanLedgerEvent:
    'See one planned or completed ledger event of a loan, such as an instalment falling due',
  ReadBusinessLoanLedgerEvents: 'List the planned and completed ledger events of business loans',
  ReadLoanProfile: 'See the loan products on offer and search them',
  RemoveFromArchiveBusinessLoans: 'Take a business loan back out of the archive',
  SearchBusinessLoanToDo: 'Search loan tasks by assignee, due date or status',
  SearchBusinessLoans: 'Search business loans by client, status, amount or maturity',
  SearchBusinessLoanEvents: 'Search the events in the life of business loans by kind or date',
  SearchBusinessLoanLedgerEvents:
    'Search the ledger events of business loans by kind, date or whether they are done',
  UpdateBusinessLoan: 'Change a business loan and the terms it runs on',
  UpdateBusinessLoanToDo: 'Change a task on a business loan, or mark it done',
} as const
