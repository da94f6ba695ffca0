{{/* The names and versions by which Kubernetes tells what belongs together. */}}
{{- define "pulse.labels" -}}
{{ include "pulse.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "pulse.selector" -}}
app.kubernetes.io/name: pulse
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "pulse.name" -}}
{{- if contains "pulse" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-pulse{{ end -}}
{{- end }}

{{- define "pulse.secret" -}}
{{- .Values.existingSecret | default (include "pulse.name" .) -}}
{{- end }}

{{/* YAML of the processes: name → roles, replicas, resources, storage. */}}
{{- define "pulse.processes" -}}
{{- if eq .Values.mode "single" }}
all: {{ merge (dict "roles" "all" "replicas" 1) .Values.single | toJson }}
{{- else }}
{{- range $role := list "api" "ingest" "locate" "jobs" }}
{{ $role }}: {{ merge (dict "roles" $role "storage" $.Values.cluster.storage) (index $.Values.cluster $role) | toJson }}
{{- end }}
{{- end }}
{{- end }}

{{/* The processes that serve the web app, and those that serve MQTT. */}}
{{- define "pulse.webProcess" -}}{{ ternary "all" "api" (eq .Values.mode "single") }}{{- end }}
{{- define "pulse.mqttProcess" -}}{{ ternary "all" "ingest" (eq .Values.mode "single") }}{{- end }}

{{/* Stops with a sentence where the values cannot work. */}}
{{- define "pulse.refuse" -}}
{{- if not .Values.publicUrl }}
{{- fail "publicUrl is required: the address that people open, such as https://pulse.example.com" }}
{{- end }}
{{- if and .Values.existingSecret .Values.secretSettings }}
{{- fail "secretSettings and existingSecret exclude each other: put the settings into one of them" }}
{{- end }}
{{- if and (eq .Values.mode "cluster") (not .Values.existingSecret) }}
{{- range $name := list "PULSE_DATABASE_URL" "PULSE_NATS_URL" "PULSE_FILES_URL" }}
{{- if not (index $.Values.secretSettings $name) }}
{{- fail (printf "%s is required in a cluster: set it in secretSettings, or name a Secret with it in existingSecret" $name) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
