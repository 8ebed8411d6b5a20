import {
  bindToClient,
  bindToClientInput,
  bindToProvider,
  bindToProviderInput,
  unbind,
} from '../../activities/payments/bind-method.ts'
import {
  createConfiguration,
  createConfigurationInput,
  deleteConfiguration,
  updateConfiguration,
  updateConfigurationInput,
} from '../../activities/payments/method-configurations.ts'
import {
  updatePaymentMethod,
  updatePaymentMethodInput,
} from '../../activities/payments/payment-methods.ts'
import {
  PaymentMethod,
  PaymentMethodBinding,
  PaymentMethodConfiguration,
} from '../../entities/payment-method.ts'
import { exampleId } from '../../entities/ids.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { bindingView, configurationView, paymentMethodView } from './method-views.ts'

const methods = collection(PaymentMethod, {
  noun: ['payment method', 'payment methods'],
  shows: paymentMethodView,
  filters: filtersOf(PaymentMethod, ['code', 'direction', 'enabled']),
  sort: ['code'],
})

const configurations = collection(PaymentMethodConfiguration, {
  noun: ['configuration', 'configurations of payment methods'],
  shows: configurationView,
  filters: filtersOf(PaymentMethodConfiguration, ['methodId', 'providerCode', 'currency']),
  sort: ['-id'],
})

const ofClients = collection(PaymentMethodBinding, {
  noun: ['binding', 'configurations bound to clients'],
  shows: bindingView,
  filters: filtersOf(PaymentMethodBinding, ['configurationId', 'clientId']),
  sort: ['-id'],
  only: { ownerType: 'CLIENT' },
})

const ofProviders = collection(PaymentMethodBinding, {
  noun: ['binding', 'configurations bound to service providers'],
  shows: bindingView,
  filters: filtersOf(PaymentMethodBinding, ['configurationId', 'serviceProviderId']),
  sort: ['-id'],
  only: { ownerType: 'SERVICE_PROVIDER' },
})

/** Where what was bound can be read: a binding by itself cannot. */
const configurationPlace = ({ configurationId }: { configurationId: string }) =>
  `/payment-methods/configurations/${configurationId}`

const inPath = { paymentMethodConfigurationId: exampleId('PaymentMethodConfiguration') }

export default {
  listPaymentMethods: operation('GET /payment-methods', 'ReadPaymentMethods', methods.list),
  readPaymentMethod: operation('GET /payment-methods/{id}', 'ReadPaymentMethod', methods.read),
  searchPaymentMethods: operation(
    'POST /payment-methods/search',
    'SearchPaymentMethods',
    methods.search,
  ),
  updatePaymentMethod: operation('PUT /payment-methods/{id}', 'UpdatePaymentMethod', {
    summary: 'Switch a payment method on or off, or say what it takes',
    body: updatePaymentMethodInput,
    shows: paymentMethodView,
  }).handle(({ unit, params, body }) => updatePaymentMethod(unit, params.id, body)),

  listMethodConfigurations: operation(
    'GET /payment-methods/configurations',
    'ReadPaymentMethodConfigurations',
    configurations.list,
  ),
  readMethodConfiguration: operation(
    'GET /payment-methods/configurations/{id}',
    'ReadPaymentMethodConfiguration',
    configurations.read,
  ),
  searchMethodConfigurations: operation(
    'POST /payment-methods/configurations/search',
    'SearchPaymentMethodConfigurations',
    configurations.search,
  ),
  createMethodConfiguration: operation(
    'POST /payment-methods/configurations',
    'CreatePaymentMethodConfiguration',
    {
      summary: 'Say how a payment method is agreed with its provider',
      body: createConfigurationInput,
      shows: configurationView,
      refuses: ['CURRENCY_NOT_TAKEN', 'NOT_FOUND'],
    },
  ).handle(({ unit, body }) => createConfiguration(unit, body)),
  updateMethodConfiguration: operation(
    'PUT /payment-methods/configurations/{id}',
    'UpdatePaymentMethodConfiguration',
    {
      summary: 'Change the terms of a payment method, or its access',
      body: updateConfigurationInput,
      shows: configurationView,
    },
  ).handle(({ unit, params, body }) => updateConfiguration(unit, params.id, body)),
  deleteMethodConfiguration: operation(
    'DELETE /payment-methods/configurations/{id}',
    'DeletePaymentMethodConfiguration',
    {
      names: { entity: PaymentMethodConfiguration },
      summary: 'Delete a configuration that is bound to nobody',
    },
  ).handle(({ unit, params }) => deleteConfiguration(unit, params.id)),

  connectMethodToClient: operation(
    'POST /payment-methods/configurations/client',
    'CreatePaymentMethodConfiguration',
    {
      summary: 'Let the invoices of a client be paid by a configuration',
      body: bindToClientInput,
      shows: bindingView,
      locate: configurationPlace,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
    },
  ).handle(({ unit, body }) => bindToClient(unit, body)),
  disconnectMethodFromClient: operation(
    'DELETE /payment-methods/configurations/client/{paymentMethodConfigurationId}/{clientId}',
    'DeletePaymentMethodConfiguration',
    {
      inPath,
      summary: 'Let a client’s invoices be paid so no more',
    },
  ).handle(({ unit, params: { paymentMethodConfigurationId, clientId } }) =>
    unbind(unit, paymentMethodConfigurationId, { clientId }),
  ),
  searchMethodsOfClients: operation(
    'POST /payment-methods/configurations/client/search',
    'SearchPaymentMethodConfigurations',
    ofClients.search,
  ),

  connectMethodToProvider: operation(
    'POST /payment-methods/configurations/service-provider',
    'CreatePaymentMethodConfiguration',
    {
      summary: 'Let a service provider’s invoices be paid so',
      body: bindToProviderInput,
      shows: bindingView,
      locate: configurationPlace,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
    },
  ).handle(({ unit, body }) => bindToProvider(unit, body)),
  disconnectMethodFromProvider: operation(
    'DELETE /payment-methods/configurations/service-provider/{paymentMethodConfigurationId}/{serviceProviderId}',
    'DeletePaymentMethodConfiguration',
    {
      inPath,
      summary: 'Let a service provider’s invoices be paid so no more',
    },
  ).handle(({ unit, params: { paymentMethodConfigurationId, serviceProviderId } }) =>
    unbind(unit, paymentMethodConfigurationId, { serviceProviderId }),
  ),
  searchMethodsOfProviders: operation(
    'POST /payment-methods/configurations/service-provider/search',
    'SearchPaymentMethodConfigurations',
    ofProviders.search,
  ),
} satisfies Room
