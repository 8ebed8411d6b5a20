/** What the rights of “Reports and Analytics” allow, in catalogue order. */
export const reports = {
  AuthorizeTransactionReports: 'Approve transaction reports before clients receive them',
  CreateQueryReportScheduler: 'Have a report run at set times and mailed to recipients',
  DeleteQueryReportScheduler: 'End the regular running of a report',
  SearchQueryReportScheduler: 'Search the timetables of reports',
  UpdateQueryReportScheduler: 'Change when a report runs and who receives it',
  ReadQueryReportScheduler: 'See when reports run and who receives them',
  CreateBookkeepingFileScheduler:
    'Have bookkeeping files made at set times and mailed to recipients',
  ReadBookkeepingFileScheduler: 'See when bookkeeping files are made and who receives them',
  UpdateBookkeepingFileScheduler: 'Change when bookkeeping files are made and who receives them',
  DeleteBookkeepingFileScheduler: 'End the regular making of bookkeeping files',
  SearchBookkeepingFileScheduler: 'Search the timetables of bookkeeping files',
  ExportTransactionReports: 'Send transaction reports to their recipients as PDF and CSV',
  GenerateTransactionReports: "Produce clients' transaction reports for a period",
  QueryReport: 'Run a report with chosen parameters, on screen or as a file',
  ReadQueryReport: 'See one report: what it answers and which parameters it takes',
  ReadQueryReports: 'List the reports that can be run',
  ReadTransactionReport: 'See one transaction report with its opening and closing balance',
  ReadTransactionReports: 'List transaction reports, client by client',
  SearchQueryReports: 'Search the reports that can be run by topic or name',
  SearchTransactionReports: 'Search transaction reports by client, period or status',
} as const
