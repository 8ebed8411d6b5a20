/** What the rights of “System and Administration” allow, in catalogue order. */
export const system = {
  CalculateStatusSystemErrands: 'Have the system look again whether the cause of an errand is gone',
  CloseBackgroundTasks: 'Clear away finished background tasks, and cancel running ones',
  CloseSystemErrands: 'Close an errand whose cause is verified to be gone',
  ForceCloseSystemErrands:
    'Close an errand without verifying that its cause is gone, with a reason',
  CreateSystemBankAccount: 'Register and change the bank accounts of the instance providers',
  CreateValidationErrorErrands: 'Validate an invoice and raise an errand for each error found',
  GetBackgroundTaskId: 'Find the latest run of a background task by its name',
  GetBackgroundTaskStatus: 'Follow a background task: its progress, result and errors',
  GetValidationErrorErrands: 'List the errands raised by errors in invoices',
  PerformSystemErrands: 'Carry out the action an errand suggests',
  ReadSystemBankAccount: 'See and search the bank accounts of the instance providers',
  ReadSystemErrand: 'See one errand with all that has happened to it',
  ReadSystemErrands: 'List the errands the system has raised for staff',
  ReadSystemErrandCounts: 'See how many errands are open, by kind and age',
  ReadSystemExchangeRates: 'See the exchange rates in use',
  ReadSystemSetting: 'See the settings of the tenant',
  ResolveSystemErrands: 'Mark an errand as resolved, saying how',
  SearchSystemErrands: 'Search errands by kind, subject, severity, assignee or status',
  SearchSystemErrandCounts: "Count errands by criteria of one's own",
  UpdateErrandSuggestion: 'Change the action that monitoring suggests for an errand',
  UpdateSystemSetting: 'Change a setting of the tenant',
  ViewDeveloperTools:
    'Open the developer tools in the operations portal; each panel still asks for its own rights',
} as const
