/** What the rights of “External ERP onboarding” allow, in catalogue order. */
export const externalErp = {
  ExtErpOnboarding:
    'Take a client through connecting its ERP: start, complete, cancel or report an error',
  ExtErpConnection: "See a client's ERP connection, stop it, and retry its linking",
  ExtErpFlow: 'See the steps of connecting an ERP and which are done',
} as const
