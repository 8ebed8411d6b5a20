import { Article, ArticleLabel } from './article.ts'
import { BackgroundTask, BackgroundTaskItem } from './background-task.ts'
import { BookkeepingAccount, LockedPeriod, VoucherSeries } from './bookkeeping-account.ts'
import { ClientAccount, ClientAccountTransaction } from './client-account.ts'
import { ClientArticle } from './client-article.ts'
import { ClientProduct } from './client-product.ts'
import { ClientSetting } from './client-setting.ts'
import { ClientSync, ClientSyncInvoice } from './client-sync.ts'
import { ClientAccess } from './client-access.ts'
import { Client } from './client.ts'
import { CreditDecisionStatus } from './credit-decision-status.ts'
import { CreditStatus } from './credit-status.ts'
import { DebtorBlocked } from './debtor-blocked.ts'
import { DebtorSubtype } from './debtor-subtype.ts'
import { Debtor } from './debtor.ts'
import { Document } from './document.ts'
import { EmailRecipient } from './email-recipient.ts'
import { Erp, ErpType } from './erp.ts'
import { FactoringCountry } from './factoring-country.ts'
import { FactoringDecision, InvoiceRefinancing } from './factoring-decision.ts'
import { FinancialEvent } from './financial-event.ts'
import { Invitation } from './invitation.ts'
import { InvoiceActivation } from './invoice-activation.ts'
import { InvoiceLedgerEvent } from './invoice-ledger-event.ts'
import { Invoice } from './invoice.ts'
import { OnboardingStep } from './onboarding-step.ts'
import { PasswordReset } from './password-reset.ts'
import { PaymentReferenceSetting } from './payment-reference-setting.ts'
import { Payout } from './payout.ts'
import { PolicyVersion } from './policy-version.ts'
import { ReasonCode } from './reason-code.ts'
import { Changelog, Event, Idempotency, LoginAttempt, Outbox } from './records.ts'
import { ReminderProfile } from './reminder-profile.ts'
import { Role, RoleRight, UserRole } from './role.ts'
import { ServiceAccount, ServiceAccountRole, ServiceAccountSecret } from './service-account.ts'
import { SystemDebtor, SystemDebtorCreditStatus } from './system-debtor.ts'
import { SystemErrand, ErrandEvent } from './system-errand.ts'
import { Tenant } from './tenant.ts'
import { Token, TokenRole } from './token.ts'
import { UserGroup, UserGroupMember } from './user-group.ts'
import { User } from './user.ts'
import { Webhook, WebhookRoute } from './webhook.ts'
import { WebhookAttempt, WebhookLog, WebhookQueue } from './webhook-log.ts'
import { InboundEvent } from './inbound-event.ts'
import { CacheClear } from './cache-clear.ts'
import { RealtimeMessage } from './realtime-message.ts'
import { RealtimeToken } from './realtime-token.ts'
import { Voucher, VoucherPosting, VoucherRequest } from './voucher.ts'

/** Every table, owners before what refers to them: rows are written in this order. */
export const entities = [
  Tenant,
  PolicyVersion,
  ErpType,
  Erp,
  Client,
  ReminderProfile,
  ClientSetting,
  OnboardingStep,
  ClientProduct,
  ClientAccount,
  ClientArticle,
  EmailRecipient,
  PaymentReferenceSetting,
  SystemDebtor,
  DebtorSubtype,
  Debtor,
  User,
  Invitation,
  PasswordReset,
  Role,
  RoleRight,
  UserRole,
  UserGroup,
  UserGroupMember,
  ClientAccess,
  ServiceAccount,
  ServiceAccountRole,
  ServiceAccountSecret,
  Token,
  TokenRole,
  ReasonCode,
  FactoringCountry,
  CreditDecisionStatus,
  CreditStatus,
  SystemDebtorCreditStatus,
  DebtorBlocked,
  Invoice,
  Article,
  ArticleLabel,
  InvoiceActivation,
  InvoiceLedgerEvent,
  ClientSync,
  ClientSyncInvoice,
  FactoringDecision,
  InvoiceRefinancing,
  BookkeepingAccount,
  LockedPeriod,
  FinancialEvent,
  ClientAccountTransaction,
  Payout,
  VoucherSeries,
  Voucher,
  VoucherPosting,
  VoucherRequest,
  Document,
  SystemErrand,
  ErrandEvent,
  BackgroundTask,
  BackgroundTaskItem,
  Webhook,
  WebhookRoute,
  WebhookLog,
  WebhookAttempt,
  WebhookQueue,
  InboundEvent,
  RealtimeToken,
  RealtimeMessage,
  CacheClear,
  Changelog,
  Event,
  Outbox,
  Idempotency,
  LoginAttempt,
] as const
