import fp from 'fastify-plugin'
import { validatorCompiler } from '../../validation.ts'

export default fp(async (app) => {
  app.setValidatorCompiler(validatorCompiler)
})
