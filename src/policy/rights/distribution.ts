/** What the rights of “Distribution” allow, in catalogue order. */
export const distribution = {
  CreateDistributionEventsDigitalMailbox:
    'Report, as a mailbox operator, what became of a digital letter',
  CreateDistributionEventsLetter: 'Report, as a print partner, what became of a paper letter',
  ReadCollectionBatchLedgerEventDistribution:
    'See and search what was sent out for a step of a collection case',
  ReadDistribution: 'See one dispatch of a document: its recipient, channel, cost and status',
  ReadDistributions: 'List dispatches of documents, and those ready for the print partner',
  ReadDistributionEvent: 'See one event on a dispatch, such as delivered, opened or bounced',
  ReadDistributionEvents: 'List what happened to dispatches on their way',
  ReadDistributionProfile: 'See one distribution profile: the channels tried, in order',
  ReadDistributionProfiles: 'List the distribution profiles',
  RetryDistribution: 'Send a document again after its dispatch failed',
  SearchDistribution: 'Search dispatches by recipient, channel, status or document',
  SearchDistributionEvents: 'Search what happened to dispatches by kind or date',
  SearchDistributionProfiles: 'Search distribution profiles by name or channel',
  UpdateDistributionProfiles: 'Change which channels are tried, in which order and at what price',
  UpdateDistributionStatus:
    'Send out a prepared document, and set the status of many dispatches at once',
} as const
