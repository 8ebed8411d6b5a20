import { Client } from '../client.ts'
import { ReminderProfile } from '../reminder-profile.ts'
import { ClientSetting } from '../client-setting.ts'
import { OnboardingStep } from '../onboarding-step.ts'
import { ClientGroup, ClientGroupClient } from '../client-group.ts'
import { ClientHandler, ClientHandlerBilling, ClientHandlerClient } from '../client-handler.ts'
import { ClientInvoiceRequest } from '../client-invoice-request.ts'
import { ClientRepository } from '../client-repository.ts'
import { ClientProduct } from '../client-product.ts'
import { ClientAccount, ClientAccountTransaction } from '../client-account.ts'
import {
  ClientBankAccount,
  ClientBankAccountProfile,
  ClientTransferText,
} from '../client-bank-account.ts'
import { ClientArticle } from '../client-article.ts'
import { EmailRecipient } from '../email-recipient.ts'
import { AccountReferenceSetting, PaymentReferenceSetting } from '../payment-reference-setting.ts'
import { ClientSync, ClientSyncInvoice } from '../client-sync.ts'

export const clients = [
  Client,
  ReminderProfile,
  ClientSetting,
  OnboardingStep,
  ClientProduct,
  ClientBankAccount,
  ClientBankAccountProfile,
  ClientTransferText,
  ClientAccount,
  ClientAccountTransaction,
  ClientArticle,
  EmailRecipient,
  PaymentReferenceSetting,
  AccountReferenceSetting,
  ClientSync,
  ClientSyncInvoice,
  ClientGroup,
  ClientGroupClient,
  ClientHandler,
  ClientHandlerClient,
  ClientHandlerBilling,
  ClientInvoiceRequest,
  ClientRepository,
] as const
