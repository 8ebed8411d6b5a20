import { z } from 'zod'
import { applyProduct } from '../../activities/clients/apply-product.ts'
import { makeDefault } from '../../activities/clients/make-default.ts'
import { toggleProduct, toggleProductInput } from '../../activities/clients/toggle-product.ts'
import { updateProduct, updateProductInput } from '../../activities/clients/update-product.ts'
import { productCodes, productFamilies } from '../../domain/clients/product.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { dryRunAsked, isDryRun, taskPlace, taskView } from '../../behaviours/bulk.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { exact, flag, instants } from '../../kernel/read/filter.ts'
import { termFields } from './product-terms.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { shownOne, viewOf } from '../../kernel/read/view.ts'

const clientProductView = viewOf(ClientProduct, [...termFields, 'family', 'isDefault'])

const products = collection(ClientProduct, {
  noun: ['client product', 'client products'],
  shows: clientProductView,
  filters: {
    clientId: exact(id('Client')),
    productCode: exact(z.enum(productCodes)),
    family: exact(z.enum(productFamilies)),
    enabled: flag(),
    createdAt: instants(),
  },
  sort: ['createdAt', 'productCode'],
})

const updateClientProduct = operation('PUT /client-products/{id}', 'UpdateClientProducts', {
  summary: 'Change the terms of a product of a client',
  body: updateProductInput,
  shows: clientProductView,
  confirms: true,
}).handle(({ unit, params, body }) => updateProduct(unit, params.id, body))

const toggleClientProduct = operation('PUT /client-products/{id}/toggle', 'ToggleClientProducts', {
  summary: 'Switch a product of a client on or off',
  body: toggleProductInput,
  shows: clientProductView,
  refuses: ['PRODUCT_IN_USE', 'FEATURE_DISABLED'],
}).handle(({ unit, params, body }) => toggleProduct(unit, params.id, body))

const setDefaultClientProduct = operation(
  'PUT /client-products/{id}/default',
  'UpdateClientProducts',
  {
    summary: 'Set the product that is used by default',
    shows: clientProductView,
    refuses: ['PRODUCT_NOT_ENABLED', 'PRODUCT_NOT_FOR_INVOICES', 'FEATURE_DISABLED'],
  },
).handle(async ({ unit, params }) => makeDefault(unit, await unit.load(ClientProduct, params.id)))

const applyClientProduct = operation('PUT /client-products/{id}/apply', 'ApplyClientProducts', {
  names: { entity: ClientProduct },
  summary: 'Apply the present terms of a product to what is open',
  query: dryRunAsked,
  returns: taskView.schema,
  status: 202,
  refuses: ['TASK_RUNNING'],
  locate: taskPlace,
}).handle(async ({ unit, params, query }) =>
  shownOne(unit, taskView, await applyProduct(unit, params.id, isDryRun(query))),
)

export default {
  listClientProducts: operation('GET /client-products', 'ReadClientProducts', products.list),
  readClientProduct: operation('GET /client-products/{id}', 'ReadClientProduct', products.read),
  searchClientProducts: operation(
    'POST /client-products/search',
    'SearchClientProducts',
    products.search,
  ),
  updateClientProduct,
  toggleClientProduct,
  setDefaultClientProduct,
  applyClientProduct,
} satisfies Room
