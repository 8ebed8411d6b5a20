import queryReports from './reports.ts'

export default { name: 'reports', rooms: { reports: queryReports } }
