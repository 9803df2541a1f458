#!/bin/sh
# Run once by the PostgreSQL image, in an empty database folder: creates the two roles from docs/operations.md and their database.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner_password="$OWNER_PASSWORD" --set app_password="$APP_PASSWORD" <<'SQL'
create role baobab login password :'owner_password';
create role baobab_app login password :'app_password';
grant baobab_app to baobab;
create database baobab owner baobab encoding 'UTF8' template template0;
revoke connect on database baobab from public;
grant connect on database baobab to baobab_app;
SQL
