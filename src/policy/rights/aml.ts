/** What the rights of “AML” allow, in catalogue order. */
export const aml = {
  CreateAmlMonitoringEvents:
    'Hand in the result of a sanction, PEP or pattern check made by an AML provider',
  ManageTransactionMonitoring:
    'Add notes to a transaction under monitoring and override its result, with a reason',
  ViewTransactionMonitoring:
    'See transactions flagged by AML monitoring, with their risk, their notes and the checks behind them',
} as const
