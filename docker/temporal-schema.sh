#!/bin/sh
# Makes Temporal's two databases and brings their schemas up to date. Harmless to run again.
set -eu

schema() {
  database=$1
  versions=/etc/temporal/schema/postgresql/v12/$2/versioned
  tool="temporal-sql-tool --plugin postgres12 --ep $POSTGRES_SEEDS -p $DB_PORT -u $POSTGRES_USER --db $database"
  $tool create
  $tool setup-schema -v 0.0
  $tool update-schema -d "$versions"
}

schema temporal temporal
schema temporal_visibility visibility
