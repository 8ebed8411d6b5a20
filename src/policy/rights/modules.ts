/** What the rights of “Module Management and Statistics” allow, in catalogue order. */
export const modules = {
  ReadModules: 'See which modules are installed and whether they are on',
  ReadProductStatistics: "See a client's ledger and open balance by product, today or over time",
  ReadOverdueStatistics: 'See what is overdue at a client by age, today or over time',
} as const
