import type { RefusalTable } from '../refusal.ts'

export const refusalsOfClients = {
  BANK_ACCOUNT_REVOKED: [
    409,
    'The bank account is revoked',
    'Add the account anew, if money is to go there after all.',
  ],
  PAYOUT_ACCOUNT_MISSING: [
    409,
    'Nobody has said to which bank account this is paid out',
    'Set `payoutAccountId` of the client account, or add a profile for its currency.',
  ],
  PAYOUT_ACCOUNT_UNFIT: [
    409,
    'The bank account does not take this currency',
    'Choose an IBAN: giros and domestic accounts take SEK alone.',
  ],
  PAYOUT_ACCOUNT_NOT_VERIFIED: [
    409,
    'The bank account is not verified',
    'Let two people of the tenant verify it at `PUT /client-bank-account/{id}`.',
  ],
  PAYOUT_ACCOUNT_COOLING_DOWN: [
    409,
    'The bank account is new or was changed a short while ago',
    'Pay out after `retryAllowedAt`; `payout.newAccountCooldownDays` says how long it is.',
  ],
  REFERENCES_USED_UP: [
    409,
    'There is no further payment reference of the agreed length',
    'Agree on longer references with the bank, and change the payment-reference settings.',
  ],
  REFERENCE_PREFIX_TAKEN: [
    409,
    'References with this prefix could be the same as others',
    'Choose a prefix that no other one begins with or is the beginning of, or leave it out.',
  ],
  CLIENT_ALREADY_EXISTS: [
    409,
    'There is a client with this identification number already',
    'Go on with the client that `existingId` names.',
  ],
  NOT_FOR_FURTHER_CLIENTS: [
    409,
    'What is named is switched off for further clients',
    'Name another one, or switch it on again.',
  ],
  CLIENT_PAUSED: [
    409,
    'The client is paused: it issues and activates nothing',
    'Move it back with `status` ACTIVE at `PUT /clients/{id}` first.',
  ],
  CLIENT_OFFBOARDING: [
    409,
    'The client is being wound up: it issues and activates nothing new',
    'Move it back with `status` ACTIVE at `PUT /clients/{id}`, if it stays after all.',
  ],
  CLIENT_CLOSED: [
    409,
    'The client is closed',
    'Move it back with `status` OFFBOARDING, then ACTIVE, at `PUT /clients/{id}`, if it comes back.',
  ],
  CLIENT_STATUS_NOT_ALLOWED: [
    409,
    'The client cannot move to this status from where it is',
    'See `detail` for where it can move to.',
  ],
  BRANCH_NESTED: [
    409,
    'The repository has a branch within which this one would be, or the other way round',
    'Name a branch that begins otherwise; see `detail` for the one that is there.',
  ],
  CLIENT_IN_BUSINESS: [
    409,
    'Something of the client is still open, so it cannot be closed',
    'End what `errors` names first; each says how.',
  ],
  ONBOARDING_NOT_FAILED: [
    409,
    'The onboarding has not failed',
    'Wait for it; the view of the client shows its steps.',
  ],
  PRODUCT_NOT_AVAILABLE: [
    409,
    'The client does not have this product',
    'See `GET /client-products?clientId=` for those it has.',
  ],
  PRODUCT_NOT_ENABLED: [
    409,
    'The product is not enabled for the client',
    'Enable it at `PUT /client-products/{id}/toggle` first.',
  ],
  PRODUCT_NOT_FOR_INVOICES: [
    409,
    'No invoice can be activated under this product',
    'Choose a product of the family INVOICING or FINANCING.',
  ],
  PRODUCT_IN_USE: [
    409,
    'Financed invoices are still open under this product',
    'Wait until they are paid, or send `runOff` to let them run off.',
  ],
  ERP_NOT_FITTING: [
    409,
    'The business system cannot be used for this',
    'Choose one whose `uses` fit, and that is active.',
  ],
  ERP_NOT_CONNECTED: [
    409,
    'The client is not connected to its business systems',
    'Connect it at `PUT /clients/{id}/erp-connect` first.',
  ],
  SYNC_NOT_ALLOWED: [
    409,
    'The sync does not allow this in its present status',
    'See `detail` for the status it is in.',
  ],
  BALANCE_TOO_SMALL: [
    409,
    'There is less on the account than is asked for',
    'Ask for at most what `detail` says is available.',
  ],
  ACCOUNT_NOT_PAID_OUT: [
    409,
    'Only a main account is paid out',
    'Transfer the money to the MAIN account of its currency first.',
  ],
  PAYOUT_NOT_POSSIBLE: [
    409,
    'Nothing can be paid out of the account at the moment',
    'Ask those who keep the account; it is lifted without anything being sent again.',
  ],
  PAYOUT_TOO_SMALL: [
    409,
    'The account is not paid out in amounts this small',
    'Ask for at least what `detail` names, or lower `minPayout` of the account.',
  ],
  CURRENCIES_DIFFER: [
    409,
    'The two accounts are not in the same currency',
    'Choose two accounts of one currency.',
  ],
  TRANSACTION_NOT_TRANSFERABLE: [
    409,
    'The transaction has nothing left that could be moved on',
    'Only what a transaction brought is moved on, once, while it is not reversed.',
  ],
  INVOICE_REQUESTS_DISABLED: [
    409,
    'No requests about invoices are taken from this client',
    'Ask the people of the tenant directly, or let them set `requestsEnabled` of its invoice settings.',
  ],
  INVOICE_REQUEST_NOT_OPEN: [
    409,
    'The request was answered already',
    'See `detail` for its status; whoever wants something else makes a new request.',
  ],
  INVOICE_REQUEST_NOT_ACCEPTED: [
    409,
    'The request was not accepted',
    'Accept it first; only what was accepted can be done.',
  ],
  INVOICE_REQUEST_OF_OWN: [
    403,
    'Nobody answers their own request',
    'Let somebody else of the tenant answer it.',
  ],
  INVOICE_REQUEST_OF_OTHERS: [
    403,
    'The other side asked for it, and says what it asks for',
    'Comment on it; decline it where something else is to be done, and do that.',
  ],
  INVOICE_REQUEST_COMMENTS_FULL: [
    409,
    'There are as many comments on the request as it can have',
    'Answer it, and go on under a new one.',
  ],
} as const satisfies RefusalTable
